import type { Rule } from '../rule.ts'

const family = 'sql'

/** What a statement does. */
export const statementRules = {
  dropDatabase: { id: 'sql.drop-database', family, is: 'critical no system', message: 'Drops a whole database.', safer: 'Dump it first, then rename it.' },
  dropSchema: { id: 'sql.drop-schema', family, is: 'high no collection', message: 'Drops a schema.', safer: 'Dump it first; ALTER SCHEMA ... RENAME TO' },
  dropSchemaCascade: { id: 'sql.drop-schema-cascade', family, is: 'critical no collection', message: 'Drops a schema with everything in it.', safer: 'Dump it first; ALTER SCHEMA ... RENAME TO' },
  dropTable: { id: 'sql.drop-table', family, is: 'high no collection', message: 'Drops a table with its rows.', safer: 'ALTER TABLE ... RENAME TO' },
  dropTemporary: { id: 'sql.drop-temporary-table', family, is: 'low yes item', message: 'Drops a temporary table.' },
  dropOwned: { id: 'sql.drop-owned', family, is: 'critical no system', message: 'Drops everything that a role owns.', safer: 'REASSIGN OWNED BY' },
  dropUser: { id: 'sql.drop-user', family, is: 'high with_backup item', message: 'Drops a login.', safer: 'ALTER ROLE ... NOLOGIN' },
  dropObject: { id: 'sql.drop-object', family, is: 'medium with_backup item', message: 'Drops a view, index, function or the like.', safer: 'Keep its definition first.' },
  truncate: { id: 'sql.truncate', family, is: 'high no collection', message: 'Empties a table.', safer: 'DELETE with a WHERE, inside a transaction' },
  deleteAll: { id: 'sql.delete-without-where', family, is: 'high no collection', message: 'Deletes every row of a table.', safer: 'Add a WHERE, and SELECT count(*) with it first.' },
  updateAll: { id: 'sql.update-without-where', family, is: 'high no collection', message: 'Changes every row of a table.', safer: 'Add a WHERE, and SELECT count(*) with it first.' },
  deleteSome: { id: 'sql.delete-where', family, is: 'low with_backup collection', message: 'Deletes the rows that its WHERE matches.' },
  updateSome: { id: 'sql.update-where', family, is: 'low with_backup collection', message: 'Changes the rows that its WHERE matches.' },
  dropColumn: { id: 'sql.drop-column', family, is: 'high no collection', message: 'Drops a column with its values.', safer: 'Stop using it first; rename it; drop it later.' },
  dropPartition: { id: 'sql.drop-partition', family, is: 'high no collection', message: 'Drops or empties a partition with its rows.', safer: 'DETACH PARTITION keeps it' },
  dropConstraint: { id: 'sql.drop-constraint', family, is: 'medium yes item', message: 'Drops a constraint, key or index, or turns triggers off.' },
  alterType: { id: 'sql.alter-column-type', family, is: 'medium with_backup collection', message: 'Changes the type of a column; values may be cut.', safer: 'Add a new column and copy.' },
  rename: { id: 'sql.rename', family, is: 'low yes item', message: 'Renames an object that programs may use.' },
  grantAll: { id: 'sql.grant-all', family, is: 'high yes system', message: 'Gives all rights away.', safer: 'GRANT the single right that is needed' },
  grantAdmin: { id: 'sql.grant-admin', family, is: 'high yes system', message: 'Makes somebody an administrator.', safer: 'GRANT the single right that is needed' },
  revoke: { id: 'sql.revoke', family, is: 'medium yes item', message: 'Takes rights away, perhaps from something that runs.' },
  replaceTable: { id: 'sql.replace-table', family, is: 'high no collection', message: 'Replaces a table with its rows.', safer: 'CREATE TABLE under a new name, then swap.' },
  overwrite: { id: 'sql.insert-overwrite', family, is: 'high no collection', message: 'Overwrites the rows of a table or partition.', safer: 'Write to a new table.' },
  mergeDelete: { id: 'sql.merge-delete', family, is: 'medium with_backup collection', message: 'A MERGE that deletes the rows it matches.', safer: 'Run its join as a SELECT first.' },
  admin: { id: 'sql.server-administration', family, is: 'high with_backup system', message: 'Stops the server, or throws its logs or replication away.' },
  kill: { id: 'sql.end-connection', family, is: 'medium yes item', message: 'Ends a connection or query of somebody.' },
  restore: { id: 'sql.restore', family, is: 'high no system', message: 'Restores over a database.', safer: 'Restore into a new database.' },
  program: { id: 'sql.run-program', family, is: 'high with_backup system', message: 'Runs a program on the database server.' },
  dynamic: { id: 'sql.dynamic-statement', family, is: 'high with_backup system', reason: 'opaque_execution', message: 'Runs a statement that is put together while it runs.', safer: 'Send the statement itself.' },
  graphDeleteAll: { id: 'sql.graph-delete', family, is: 'high no collection', message: 'Deletes every node or relationship that a pattern matches.', safer: 'RETURN count(n) first' },
  vacuum: { id: 'sql.vacuum', family, is: 'low yes item', message: 'Rewrites tables and locks them meanwhile.' },
  expire: { id: 'sql.expire-history', family, is: 'high no collection', message: 'Removes old versions from which a table could be restored.' },
} as const satisfies Record<string, Rule>
