/** Groups of clients who receive messages together. */
import { z } from "zod";
import { defineEndpoints, staff } from "./endpoint.ts";
import { nameLimits } from "./rules/limits.ts";
import { done, id } from "./shapes.ts";

export const groupName = z.string().trim().min(1).max(nameLimits.group);
const userParams = z.object({ id });

export const distributionGroups = defineEndpoints({
  list: {
    method: "GET",
    path: "/user/dist_groups",
    summary: "Every distribution group with its number of members.",
    access: staff("internal"),
    answer: z.array(
      z.object({
        name: z.string(),
        members: z.number().int(),
        can: z.object({ rename: z.boolean(), remove: z.boolean(), notify: z.boolean() }),
      }),
    ),
  },
  rename: {
    method: "POST",
    path: "/user/rename_group/:name",
    summary: "Renames a distribution group; its members stay.",
    access: staff("admin"),
    params: z.object({ name: groupName }),
    body: z.strictObject({ new_name: groupName }),
    answer: z.object({ name: z.string() }),
    errors: ["nameInUse"],
  },
  remove: {
    method: "DELETE",
    path: "/user/dist_group/:name",
    summary: "Deletes a distribution group; its members stay users.",
    access: staff("admin"),
    params: z.object({ name: groupName }),
    answer: done,
  },
  listOfUser: {
    method: "GET",
    path: "/user/:id/dist_groups",
    summary: "The distribution groups that the user is in.",
    access: staff("internal"),
    params: userParams,
    answer: z.object({ groups: z.array(z.string()) }),
  },
  setOfUser: {
    method: "POST",
    path: "/user/:id/update_dist_groups",
    summary: "Says in which distribution groups the user is; a new name makes a group.",
    access: staff("office"),
    machine: true,
    params: userParams,
    body: z.strictObject({ newGroups: z.array(groupName).max(50) }),
    answer: z.object({ groups: z.array(z.string()) }),
    errors: ["nameInUse"],
  },
});
