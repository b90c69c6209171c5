import { readFileSync } from 'node:fs'

/** Who a test starts the product as. Without a uid it is the user who runs the tests. */
export type Account = {
  name: string
  uid?: number
  gid?: number
  /** What the command line starts with to become this account, where the user who runs the tests may not just do so. */
  become?: readonly string[]
}

const UNNAMED = 54_321
const isRoot = process.getuid?.() === 0

/** Root tries both kinds of user; anyone else can only be itself, and the claims are made about that user. */
export const accounts: Account[] = isRoot
  ? [{ name: 'root' }, { name: 'an ordinary user', ...nobody() }]
  : [{ name: 'the user who runs the tests' }]

export const ordinary: Account = isRoot
  ? { name: 'an ordinary user', ...nobody() }
  : { name: 'the user who runs the tests' }

export const unnamed: Account = isRoot
  ? { name: 'a user id without a name', uid: UNNAMED, gid: UNNAMED }
  : {
      name: 'a user id without a name',
      become: ['unshare', '--user', `--map-user=${UNNAMED}`, `--map-group=${UNNAMED}`],
    }

function nobody() {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  return { uid: Number(line?.[1] ?? 65_534), gid: Number(line?.[2] ?? 65_534) }
}
