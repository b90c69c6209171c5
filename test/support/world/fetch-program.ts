import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export type Program = { file: string; env: Record<string, string | undefined> }

export type DebianProgram = {
  /** The folder below `.farebox/` that holds the unpacked packages. */
  name: string
  packages: readonly string[]
  /** The program's path in the packages. */
  file: string
  /** Arguments with which it exits with 0 when it can run. */
  probe: readonly string[]
}

/** A fetched program and the folder that stands for `/` of its packages. */
export type FetchedProgram = Program & { root: string }

/**
 * Downloads a program from Debian's packages below `folder`, once and without root, with the libraries it lacks. Throws
 * an Error that says why it could not; nothing stays behind then.
 */
export function fetchProgram(folder: string, wanted: DebianProgram, path: string | undefined): FetchedProgram {
  const root = join(folder, wanted.name)
  if (runs(programIn(root, wanted), wanted.probe)) return programIn(root, wanted)
  const draft = join(folder, `${wanted.name}.${randomBytes(4).toString('hex')}.tmp`)
  try {
    fetchInto(draft, wanted.packages, path)
    rmSync(root, { recursive: true, force: true })
    renameSync(join(draft, 'root'), root)
  } catch (error) {
    // A concurrent run may have installed it meanwhile.
    if (!runs(programIn(root, wanted), wanted.probe)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  if (!runs(programIn(root, wanted), wanted.probe)) throw new Error(`the fetched ${wanted.name} does not run here`)
  return programIn(root, wanted)
}

/** Whether a program exits with 0 for these arguments. */
export const runs = ({ file, env }: Program, probe: readonly string[]): boolean =>
  spawnSync(file, probe, { env, stdio: 'ignore' }).status === 0

function programIn(root: string, { file }: DebianProgram): FetchedProgram {
  const library = join(root, 'usr/lib')
  const folders = existsSync(library) ? readdirSync(library).map((name) => join(library, name)) : []
  return { root, file: join(root, file), env: { LD_LIBRARY_PATH: [library, ...folders].join(':') } }
}

// apt keeps lists, archives and locks below `draft`, so it needs no system permissions.
function fetchInto(draft: string, packages: readonly string[], path: string | undefined) {
  const debs = join(draft, 'debs')
  for (const name of ['lists/partial', 'cache/archives/partial', 'debs', 'root']) {
    mkdirSync(join(draft, name), { recursive: true })
  }
  const run: Run = (program, ...args) => output(program, args, debs, path)
  const own = [`Dir::State::lists=${draft}/lists`, `Dir::Cache=${draft}/cache`, 'APT::Sandbox::User='].flatMap(
    (set) => ['-o', set],
  )
  run('apt-get', ...own, '-q', 'update')
  run('apt-get', ...own, '-q', 'download', ...withLibraries(packages, run, own))
  for (const deb of readdirSync(debs)) run('dpkg', '-x', deb, join(draft, 'root'))
}

type Run = (program: string, ...args: string[]) => string

/** Returns the packages and the libraries they depend on that are not installed. */
function withLibraries(packages: readonly string[], run: Run, own: string[]): string[] {
  const installed = new Set(
    run('dpkg-query', '-W', '-f', '${Package} ${db:Status-Status}\\n').match(/^\S+(?= installed$)/gm),
  )
  const found = new Set(packages)
  for (const name of found) {
    for (const [, library = ''] of run('apt-cache', ...own, 'depends', name).matchAll(
      /^[ |]+Depends: ((?:lib|lua)[\w.+-]+)/gm,
    )) {
      if (!installed.has(library)) found.add(library)
    }
  }
  return [...found]
}

function output(program: string, args: string[], cwd: string, path: string | undefined): string {
  const env = { ...process.env, PATH: path, LC_ALL: 'C' }
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8', timeout: 120_000 })
  if (status === 0) return stdout
  throw new Error(error?.message ?? `${program}: ${stderr}`)
}
