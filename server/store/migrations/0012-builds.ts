import { sql } from 'kysely';
import type { Migration } from '#server/store/migration.ts';

/** The built sites that servers of this database serve, or served until lately (OPS-17). */
export const builds: Migration = {
  name: '0012-builds',
  statements: [
    // The id is an HMAC of what the build is, so that its processes share one row.
    sql`create table builds (
      id text primary key,
      name text not null,
      served_at timestamptz(3) not null
    )`,
    sql`create table build_files (
      build_id text not null references builds on delete cascade,
      path text not null,
      revision text not null,
      headers text not null,
      body bytea not null,
      seal text not null,
      primary key (build_id, path)
    )`,
    sql`create index build_files_path on build_files (path)`,
    sql`create index builds_served_at on builds (served_at)`,
  ],
};
