import { randomBytes } from 'node:crypto'

import { Client } from 'pg'
import { inject } from 'vitest'

import { TEMPLATE } from '../template.ts'

export type TestDatabase = {
  url: string
  /** Removes the database, also under connections that are still open. */
  drop: () => Promise<void>
}

/** A migrated, empty database of this test's own: a copy of the run's template. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${TEMPLATE}`)
  const address = new URL(inject('databaseUrl'))
  address.pathname = `/${name}`
  return { url: address.href, drop: () => asAdmin(`drop database if exists ${name} with (force)`) }
}

async function asAdmin(statement: string) {
  const admin = new Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
