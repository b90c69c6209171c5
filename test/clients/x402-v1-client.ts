import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const WANTED = join(import.meta.dirname, 'installs/x402-v1/package.json')
const FOLDER = resolve(import.meta.dirname, '../../.farebox/clients/x402-v1')

/** What the tests use of x402-fetch. */
type V1Client = {
  createSigner: (network: 'base', privateKey: string) => Promise<unknown>
  wrapFetchWithPayment: (fetchToWrap: typeof fetch, signer: unknown) => typeof fetch
}

/** Installs x402-fetch below `.farebox/clients`, once, and loads it. An install is kept until its package.json changes. */
export async function loadV1Client(): Promise<V1Client> {
  const own = join(FOLDER, 'package.json')
  const modules = join(FOLDER, 'node_modules')
  if (!existsSync(modules) || !existsSync(own) || readFileSync(own, 'utf8') !== readFileSync(WANTED, 'utf8')) {
    mkdirSync(FOLDER, { recursive: true, mode: 0o700 })
    cpSync(WANTED, own)
    const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
    execFileSync('npm', ['install', ...flags], { cwd: FOLDER, stdio: 'ignore', timeout: 600_000 })
  }
  // Safe: the exact version of the package has these.
  return (await import(pathToFileURL(join(modules, 'x402-fetch/dist/esm/index.mjs')).href)) as V1Client
}
