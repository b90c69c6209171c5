import { PassThrough, Readable } from 'node:stream'

import type { PoolClient } from 'pg'
import { ZipFile } from 'yazl'

import { FACTS_OF_ACCOUNTS, TABLES_OF_ACCOUNTS } from './personal-data.rules.ts'

/** Rows that are read at once. */
const ROWS = 100

/**
 * Writes all data of users as a ZIP: a JSON array for each table that has rows of theirs, without hashes of secrets. Reads
 * in the caller's transaction, which sees one moment, and holds no more than 100 rows at a time. The stream fails when a
 * query does.
 */
export function writeExport(tx: PoolClient, userIds: readonly string[]): Readable {
  const zip = new ZipFile()
  const files = [
    ...Object.entries(TABLES_OF_ACCOUNTS).map(([name, { of, secret }]) => ({ name, table: name, of, without: secret })),
    ...Object.entries(FACTS_OF_ACCOUNTS).map(([name, { table = name, of, without }]) => ({ name, table, of, without })),
  ]
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  zip.on('error', (error: Error) => output.destroy(error))
  for (const { name, table, of, without = '' } of files) {
    zip.addReadStreamLazy(`${name}.json`, { mtime: new Date(), mode: 0o100600 }, (give) => {
      const rows = Readable.from(jsonOf(tx, { table, of, without: without.split(' ') }, userIds), { objectMode: false })
      rows.on('error', (error) => output.destroy(error))
      give(null, rows)
    })
  }
  zip.addBuffer(Buffer.from(README), 'README.txt', { mtime: new Date(), mode: 0o100600 })
  zip.end()
  return output
}

async function* jsonOf(
  tx: PoolClient,
  { table, of, without }: { table: string; of: string; without: readonly string[] },
  userIds: readonly string[],
): AsyncGenerator<string> {
  // SQL: the lists name the tables; a cursor reads them piece by piece.
  await tx.query(
    `declare export_rows no scroll cursor for select to_jsonb(${table}) - $2::text[] as row from ${table} where ${of}`,
    [userIds, [...without, 'search']],
  )
  let separator = '[\n'
  for (;;) {
    // SQL: of the cursor.
    const { rows } = await tx.query<{ row: unknown }>(`fetch ${ROWS} from export_rows`)
    for (const { row } of rows) {
      yield separator + JSON.stringify(row)
      separator = ',\n'
    }
    if (rows.length < ROWS) break
  }
  // SQL: of the cursor.
  await tx.query('close export_rows')
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

const README = `What this service keeps of your account and the agents it registered, at the moment the export was made.

Each file is a table, a JSON array with an object for each row. Times are ISO 8601, amounts in cents (…_cents) or
millionths of a dollar, ids UUIDs: usr_ab… in the API is ab… here. Hashes of passwords and keys are left out; pictures and
films are at the addresses of their listings.
`
