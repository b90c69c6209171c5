import { chmodSync, existsSync, lchownSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { inject } from 'vitest'

import type { Account } from './account.ts'

export type Checkout = { folder: string; home: string }

/** What a start makes of the packages alone, and slowly: compiled code and the unpacked browser. */
const MADE_OF_PACKAGES = new Set(['compile-cache', 'sandbox-cache', 'browser'])

/** The copy of the project as it is right after install, in a home folder that only this account can enter (0700). */
export function freshCheckout(account: Account): Checkout {
  rmSync(join(inject('checkoutHome'), 'farebox/.farebox'), { recursive: true, force: true })
  return emptyCheckout(account)
}

/** The same copy without any data, but with what an earlier start made of the packages. */
export function emptyCheckout({ uid, gid }: Account): Checkout {
  const home = inject('checkoutHome')
  const folder = join(home, 'farebox')
  const state = join(folder, '.farebox')
  for (const name of existsSync(state) ? readdirSync(state) : []) {
    if (!MADE_OF_PACKAGES.has(name)) rmSync(join(state, name), { recursive: true, force: true })
  }
  giveTo(home, uid ?? process.getuid?.() ?? 0, gid ?? process.getgid?.() ?? 0)
  chmodSync(home, 0o700)
  return { folder, home }
}

/** The packages stay whose they are, as in a project that somebody else installed. */
function giveTo(path: string, uid: number, gid: number) {
  lchownSync(path, uid, gid)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (!entry.isDirectory()) lchownSync(inside, uid, gid)
    else if (entry.name !== 'node_modules') giveTo(inside, uid, gid)
  }
}
