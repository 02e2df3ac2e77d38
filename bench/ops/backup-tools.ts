/** Ways to back up a database and to restore it to a moment, for restore.ts. */
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type createServer, ownFolder } from "./postgres.ts";

type Server = ReturnType<typeof createServer>;

export interface BackupTool {
  /** Lines of postgresql.conf that archive the log. */
  settings: string[];
  /** Settings of the environment of the server with this data. */
  environment?(data: string): Record<string, string>;
  /** What has to be done once, with the server running. */
  prepare?(server: Server): void;
  backup(server: Server): void;
  /** Lays the data of the moment in `base`; the server that starts there gets the rest of the log by itself. */
  restore(server: Server, moment: string): void;
}

interface Place {
  folder: string;
  port: number;
  base: string;
}

/** PostgreSQL's own means. */
function baseBackup({ folder, port, base }: Place): BackupTool {
  const archive = ownFolder(join(folder, "archive"), 0o700);
  return {
    settings: [`archive_command='cp %p ${archive}/%f'`],
    backup: ({ run }) => {
      const where = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
      run("pg_basebackup", [...where, "-D", base, "-X", "none", "-c", "fast"]);
    },
    restore(_server, moment) {
      appendFileSync(
        join(base, "postgresql.conf"),
        `restore_command='cp ${archive}/%f %p'\nrecovery_target_time='${moment}'\nrecovery_target_action='promote'\n`,
      );
      writeFileSync(join(base, "recovery.signal"), "");
    },
  };
}

/** Debian's package pgbackrest with deploy/pgbackrest.conf, but for the places. */
function pgBackRest({ folder, port, base }: Place): BackupTool {
  const place = (name: string) => ownFolder(join(folder, name), 0o700);
  const environment = (data: string) => ({
    PGBACKREST_CONFIG: join(import.meta.dirname, "../../deploy/pgbackrest.conf"),
    PGBACKREST_REPO1_PATH: place("repository"),
    PGBACKREST_LOCK_PATH: place("locks"),
    PGBACKREST_LOG_PATH: place("logs"),
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: folder,
  });
  const run = ({ run: asPostgres }: Server, data: string, ...words: string[]): void =>
    asPostgres("/usr/bin/pgbackrest", ["--stanza=portico", ...words], environment(data));
  return {
    settings: ["archive_command='pgbackrest --stanza=portico archive-push %p'"],
    environment,
    prepare: (server) => run(server, server.first, "stanza-create"),
    backup: (server) => run(server, server.first, "--type=full", "backup"),
    restore: (server, moment) =>
      run(server, base, "--type=time", `--target=${moment}`, "--target-action=promote", "restore"),
  };
}

/** Debian's package barman. */
function barman({ folder, port, base }: Place): BackupTool {
  const home = ownFolder(join(folder, "barman"), 0o700);
  const incoming = ownFolder(join(home, "portico/incoming"), 0o700);
  ownFolder(join(home, "portico"), 0o700);
  const settings = join(folder, "barman.conf");
  writeFileSync(
    settings,
    `[barman]
barman_user = postgres
barman_home = ${home}
barman_lock_directory = ${home}
configuration_files_directory = ${home}
log_level = WARNING
[portico]
description = The portal
conninfo = host=127.0.0.1 port=${port} user=postgres dbname=postgres
streaming_conninfo = host=127.0.0.1 port=${port} user=postgres
backup_method = postgres
immediate_checkpoint = true
archiver = on
`,
  );
  const run = ({ run: asPostgres }: Server, ...words: string[]): void =>
    asPostgres("/usr/bin/barman", ["-c", settings, ...words]);
  return {
    settings: [`archive_command='cp %p ${incoming}/%f'`],
    prepare: (server) => run(server, "switch-wal", "--force", "--archive", "portico"),
    backup: (server) => run(server, "backup", "portico"),
    restore(server, moment) {
      run(server, "archive-wal", "portico");
      run(server, "recover", "--target-time", moment, "--target-action", "promote", "portico", "latest", base);
    },
  };
}

export const backupTools = { pg_basebackup: baseBackup, pgbackrest: pgBackRest, barman } as const;
