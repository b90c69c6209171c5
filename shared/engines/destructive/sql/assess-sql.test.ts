import { describe, expect, test } from 'vitest'

import { assessDestructive } from '../assess.ts'

const judged = (action: string) => assessDestructive({ action })
const idsOf = (action: string) => judged(action).findings.map(({ rule_id }) => rule_id)

describe('a statement', () => {
  test.each([
    ['DROP DATABASE shop', 'sql.drop-database', 'critical'],
    ['drop database if exists shop;', 'sql.drop-database', 'critical'],
    ['DROP KEYSPACE shop', 'sql.drop-database', 'critical'],
    ['DROP SCHEMA app', 'sql.drop-schema', 'high'],
    ['DROP SCHEMA app CASCADE', 'sql.drop-schema-cascade', 'critical'],
    ['DROP OWNED BY bob', 'sql.drop-owned', 'critical'],
    ['DROP TABLE IF EXISTS orders CASCADE', 'sql.drop-table', 'high'],
    ['DROP TEMPORARY TABLE t', 'sql.drop-temporary-table', 'low'],
    ['DROP TABLE #t', 'sql.drop-temporary-table', 'low'],
    ['DROP VIEW v', 'sql.drop-object', 'medium'],
    ['DROP INDEX CONCURRENTLY i', 'sql.drop-object', 'medium'],
    ['DROP USER bob', 'sql.drop-user', 'high'],
    ['TRUNCATE TABLE orders', 'sql.truncate', 'high'],
    ['truncate orders, items', 'sql.truncate', 'high'],
    ['DELETE FROM users', 'sql.delete-without-where', 'high'],
    ['DELETE FROM users WHERE 1=1', 'sql.delete-without-where', 'high'],
    ['DELETE FROM users WHERE true;', 'sql.delete-without-where', 'high'],
    [`DELETE FROM users WHERE (('a' = 'a'))`, 'sql.delete-without-where', 'high'],
    ['DELETE FROM users WHERE id = 7 OR 1 = 1', 'sql.delete-without-where', 'high'],
    ['DELETE FROM users WHERE id = id', 'sql.delete-without-where', 'high'],
    ['DELETE FROM users WHERE NOT false', 'sql.delete-without-where', 'high'],
    [`DELETE FROM users WHERE name LIKE '%'`, 'sql.delete-without-where', 'high'],
    ['DELETE FROM users -- WHERE id = 7', 'sql.delete-without-where', 'high'],
    ['DELETE FROM users /* WHERE id = 7 */', 'sql.delete-without-where', 'high'],
    [`DELETE FROM users RETURNING 'WHERE id = 7'`, 'sql.delete-without-where', 'high'],
    ['DELETE FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.x = a.x)', 'sql.delete-where', 'low'],
    ['DELETE FROM users USING (SELECT id FROM x WHERE y = 1) z', 'sql.delete-without-where', 'high'],
    ['DELETE FROM users WHERE id = 7', 'sql.delete-where', 'low'],
    ['DELETE a, b FROM a JOIN b ON a.x = b.x', 'sql.delete-without-where', 'high'],
    ['UPDATE users SET active = 0', 'sql.update-without-where', 'high'],
    ['UPDATE users u SET active = 0 WHERE u.id = 7', 'sql.update-where', 'low'],
    ['WITH d AS (DELETE FROM users RETURNING *) SELECT * FROM d WHERE id = 1', 'sql.delete-without-where', 'high'],
    ['WITH d AS (SELECT 1) DELETE FROM users', 'sql.delete-without-where', 'high'],
    ['EXPLAIN ANALYZE DELETE FROM users', 'sql.delete-without-where', 'high'],
    ['BEGIN; DELETE FROM users; COMMIT', 'sql.delete-without-where', 'high'],
    ['DO $$ BEGIN DELETE FROM users; END $$', 'sql.delete-without-where', 'high'],
    ['/*!50000 DROP TABLE users */', 'sql.drop-table', 'high'],
    ['DROP/**/TABLE/* */users', 'sql.drop-table', 'high'],
    ['/*!50000 DROP*/ TABLE users', 'sql.drop-table', 'high'],
    ['DELETE/**/FROM/**/users', 'sql.delete-without-where', 'high'],
    ['TRUNCATE/**/orders', 'sql.truncate', 'high'],
    [`EXEC('DR' + 'OP TABLE users')`, 'sql.dynamic-statement', 'high'],
    ['-- nightly\n  ( DROP TABLE users )', 'sql.drop-table', 'high'],
    [`EXECUTE IMMEDIATE 'DROP TABLE users'`, 'sql.drop-table', 'high'],
    [`EXECUTE IMMEDIATE 'DROP TABLE ' || name`, 'sql.dynamic-statement', 'high'],
    [`EXEC xp_cmdshell 'del /s /q C:\\'`, 'sql.run-program', 'high'],
    [`COPY t TO PROGRAM 'rm x'`, 'sql.run-program', 'high'],
    ['ALTER TABLE t DROP COLUMN c', 'sql.drop-column', 'high'],
    ['ALTER TABLE t DROP c', 'sql.drop-column', 'high'],
    ['ALTER TABLE t DROP CONSTRAINT c', 'sql.drop-constraint', 'medium'],
    ['ALTER TABLE t DROP PARTITION p0', 'sql.drop-partition', 'high'],
    ['ALTER TABLE t ALTER COLUMN c TYPE int', 'sql.alter-column-type', 'medium'],
    ['ALTER TABLE t RENAME TO u', 'sql.rename', 'low'],
    [`GRANT ALL PRIVILEGES ON *.* TO 'bob'@'%'`, 'sql.grant-all', 'high'],
    ['ALTER USER bob SUPERUSER', 'sql.grant-admin', 'high'],
    ['REVOKE SELECT ON t FROM bob', 'sql.revoke', 'medium'],
    ['CREATE OR REPLACE TABLE t AS SELECT 1', 'sql.replace-table', 'high'],
    ['INSERT OVERWRITE TABLE t SELECT 1', 'sql.insert-overwrite', 'high'],
    ['MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN DELETE', 'sql.merge-delete', 'medium'],
    ['RESET MASTER', 'sql.server-administration', 'high'],
    ['MATCH (n) DETACH DELETE n', 'sql.graph-delete', 'high'],
  ])('%s is %s, %s', (action, rule, severity) => {
    const verdict = judged(action)
    expect(verdict.parsed.dialect).toBe('sql')
    expect(verdict.findings).toContainEqual(expect.objectContaining({ rule_id: rule, severity, family: 'sql' }))
  })

  test.each([
    'SELECT * FROM users',
    `SELECT 'DROP TABLE users' AS text`,
    'SELECT "drop table x" FROM t -- DELETE FROM t',
    'SELECT * FROM deleted_users WHERE dropped = true FOR UPDATE',
    'INSERT INTO log (text) VALUES ($$DELETE FROM users$$)',
    'INSERT INTO t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET a = 1',
    'INSERT INTO t (id) VALUES (1) ON DUPLICATE KEY UPDATE a = 1',
    'CREATE TABLE t (id int REFERENCES u ON DELETE CASCADE ON UPDATE SET NULL)',
    'CREATE TRIGGER x AFTER DELETE ON t EXECUTE FUNCTION f()',
    'GRANT SELECT, DELETE ON t TO bob',
    'EXPLAIN DELETE FROM users',
    'MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = 1',
    'ALTER TABLE t ADD COLUMN c int',
    'SHOW TABLES;',
  ])('does no harm: %s', (action) => {
    expect(judged(action)).toMatchObject({ decision: 'allow', severity: 'none', parsed: { dialect: 'sql' } })
  })

  test.each([
    [`psql -h db -U app -c 'DELETE FROM users'`],
    [`psql --command="DELETE FROM users"`],
    [`mysql -uroot -e "DELETE FROM users" shop`],
    [`sqlite3 app.db 'DELETE FROM users'`],
    [`echo 'DELETE FROM users' | psql`],
    [`psql <<'E'\nDELETE FROM users;\nE`],
    [`clickhouse-client -q 'DELETE FROM users'`],
    [`sqlcmd -Q "DELETE FROM users"`],
    [`gcloud spanner databases execute-sql d --instance=i --sql='DELETE FROM users'`],
    [`python -c "cursor.execute('DELETE FROM users')"`],
    [`{"sql": "DELETE FROM users"}`],
  ])('is found in %s', (action) => {
    expect(idsOf(action)).toContain('sql.delete-without-where')
  })

  test('runs what psql and sqlite escape to a shell', () => {
    expect(idsOf(`psql <<'E'\n\\! rm -rf /srv/data\nE`)).toContain('fs.rm-tree')
    expect(idsOf(`sqlite3 a.db '.shell rm -rf /srv/data'`)).toContain('fs.rm-tree')
  })

  test('keeps several statements apart', () => {
    expect(judged(`SELECT ';DROP TABLE x'; DELETE FROM a; DROP TABLE b`).parsed.segments).toHaveLength(3)
  })
})
