/** Telephone numbers of the United States: the numbering plan of +1 is shared by Canada, the Caribbean and US territories. */

/** Area codes of +1 outside the fifty states and the District of Columbia, by the plan's administrator (NANPA). */
const elsewhere: ReadonlySet<string> = new Set(
  [
    // Canada.
    "204 226 236 249 250 257 263 273 289 306 343 354 365 367 368 382 403 416 418 428 431 437 438 450 468 474 506 514",
    "519 548 579 581 584 587 600 604 613 622 633 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879",
    "902 905 942",
    // Caribbean states and Bermuda.
    "242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876",
    // US territories, which the agreement's "United States" leaves out (Article 1(1)(a)).
    "340 670 671 684 787 939",
  ]
    .join(" ")
    .split(" "),
);

/** True for a number in E.164 of a state of the United States or the District of Columbia. */
export const isUsPhone = (number: string): boolean =>
  /^\+1[2-9]\d{9}$/.test(number) && !elsewhere.has(number.slice(2, 5));
