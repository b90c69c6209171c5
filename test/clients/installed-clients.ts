import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { fetchProgram, type Program, runs } from '#test/support/world/fetch-program.ts'

const HERE = import.meta.dirname
const FOLDER = resolve(HERE, '../../.farebox/clients')
const EXAMPLES = resolve(HERE, '../../docs/examples')

/**
 * Installs clients of other authors below `.farebox/clients`, where their dependencies meet none of ours, and copies the
 * examples there. An install is kept until its package.json changes. Returns its folder.
 */
export function installedClients(name: 'main' | 'solana' | 'spl-token'): string {
  const folder = join(FOLDER, name)
  const wanted = join(HERE, 'installs', name, 'package.json')
  const [own, done] = [join(folder, 'package.json'), join(folder, 'node_modules')]
  if (!existsSync(done) || !existsSync(own) || readFileSync(own, 'utf8') !== readFileSync(wanted, 'utf8')) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    cpSync(wanted, own)
    // mppx and @solana/mpp name frameworks as peers that no client needs.
    const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
    execFileSync('npm', ['install', ...flags], { cwd: folder, stdio: 'ignore', timeout: 600_000 })
  }
  cpSync(EXAMPLES, folder, { recursive: true })
  return folder
}

const SEES_HTTPX = [
  '-c',
  'import sys; sys.path.append(sys.prefix + "/lib/python3/dist-packages"); import httpx; print(httpx.__version__)',
]
const PYTHON = {
  name: 'python',
  packages: [
    'python3.11-minimal',
    'libpython3.11-minimal',
    'libpython3.11-stdlib',
    'python3-httpx',
    'python3-httpcore',
    'python3-h11',
    'python3-anyio',
    'python3-sniffio',
    'python3-certifi',
    'python3-idna',
    'python3-rfc3986',
  ],
  file: 'usr/bin/python3.11',
  probe: SEES_HTTPX,
}

/** A Python that has httpx: the one on PATH, or Debian's below `.farebox`; null where there is neither. */
export function pythonWithHttpx(): (Program & { modules: string }) | null {
  const own = { file: 'python3', env: process.env }
  if (runs(own, ['-c', 'import httpx'])) return { ...own, modules: '' }
  try {
    mkdirSync(FOLDER, { recursive: true, mode: 0o700 })
    const fetched = fetchProgram(FOLDER, PYTHON, process.env['PATH'])
    return { ...fetched, modules: join(fetched.root, 'usr/lib/python3/dist-packages') }
  } catch {
    return null
  }
}
