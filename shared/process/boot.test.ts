import { spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { Settings } from '#shared/settings.ts'
import { isSecretSetting, SECRET_SETTINGS } from '#shared/secret-settings.ts'
import { sealRoot } from '#shared/server-root.ts'

import { splitSecrets } from './spawn-with-secrets.ts'

const CANARY = 'c0ffee'.repeat(11)

/** One value for each setting that is secret, or that may hold a secret. */
const SECRETS = {
  DATABASE_URL: `postgres://farebox:${CANARY}@h/d`,
  REDIS_URL: `redis://:${CANARY}@h`,
  SERVER_SECRET: CANARY,
  SERVER_ROOT: sealRoot(CANARY, CANARY),
  ADMIN_TOKEN: CANARY,
  AGENT_SIGNUP_SECRET: CANARY,
  RECEIPT_SEED: CANARY.slice(0, 64),
  BASE_SETTLEMENT_KEYS: `0x${CANARY}`,
  SOLANA_FEE_PAYER_KEYS: CANARY,
  SOLANA_TREASURY_KEY: CANARY,
  SOLANA_MINT_KEY: CANARY,
  BASE_RPC_URL: `https://rpc.example/${CANARY}`,
  SOLANA_RPC_URL: `https://rpc.example/${CANARY}`,
  BASE_READ_RPC_URL: `https://rpc.example/${CANARY}`,
  SOLANA_READ_RPC_URL: `https://rpc.example/${CANARY}`,
  BASE_SEPOLIA_READ_RPC_URL: `https://rpc.example/${CANARY}`,
  SOLANA_DEVNET_READ_RPC_URL: `https://rpc.example/${CANARY}`,
  BLOB_S3_ENDPOINT: 'https://s3.example',
  BLOB_S3_BUCKET: 'bucket',
  BLOB_S3_ACCESS_KEY: CANARY,
  BLOB_S3_SECRET_KEY: CANARY,
  LLM_BASE_URL: 'https://llm.example/v1',
  LLM_MODEL: 'm',
  LLM_API_KEY: CANARY,
  OTEL_EXPORTER_OTLP_HEADERS: `api-key=${CANARY}`,
  UPSTREAM_GITHUB_KEY: CANARY,
}

/** Starts a process that boots and prints what it, and any process of the same user, can see of its environment. */
function start(env: Record<string, string>, passed?: string): Started {
  const program = `
    import { readFileSync } from 'node:fs'
    import { boot } from '#shared/process/boot.ts'
    await boot('test', async (config) => {
      const [environ, cmdline] = ['environ', 'cmdline'].map((file) => readFileSync('/proc/self/' + file, 'utf8'))
      const settings = Object.fromEntries(process.argv.slice(1).map((name) => [name, config[name]]))
      console.log(JSON.stringify({ left: process.env, environ, cmdline, pid: process.pid, settings, github: config.upstreams.github.key }))
      process.exit(0)
    })`
  const names = Object.keys(SECRETS).filter((name) => !name.startsWith('UPSTREAM_'))
  const { stdout, stderr, status, pid } = spawnSync(
    process.execPath,
    ['--max-semi-space-size=64', '--input-type=module', '-e', program, ...names],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(passed === undefined ? [] : [openSync(passed, 'r')])],
    },
  )
  // Safe: printed by the program above; nothing is when it does not start.
  return { status, stderr, startedPid: pid, ...(status === 0 ? (JSON.parse(stdout) as Seen) : {}) }
}

type Started = Partial<Seen> & { status: number | null; stderr: string; startedPid: number }

type Seen = {
  left: Record<string, string>
  environ: string
  cmdline: string
  pid: number
  settings: Record<string, unknown>
  github: string
}

const folder = mkdtempSync(join(tmpdir(), 'boot-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const fileOf = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Each secret as NAME_FILE. */
const byFile = () =>
  Object.fromEntries(
    Object.entries(SECRETS).map(([name, value]) => [
      isSecretSetting(name) ? `${name}_FILE` : name,
      isSecretSetting(name) ? fileOf(name, `${value}\n`) : value,
    ]),
  )

const WAYS: Record<string, () => Started> = {
  environment: () => start(SECRETS),
  file: () => start(byFile()),
  descriptor: () => {
    const { env, secrets } = splitSecrets(SECRETS)
    return start(env, fileOf('passed', secrets ?? ''))
  },
}

test.each(Object.keys(WAYS))(
  'a process that got its secrets by %s shows none in its environment, and has all other settings of it',
  (way) => {
    const { UPSTREAM_GITHUB_KEY: github, ...others } = SECRETS
    const settings = { ...others, ADMIN_TOKEN: [others.ADMIN_TOKEN] }
    const seen = WAYS[way]?.()
    expect(seen).toMatchObject({ status: 0, stderr: '', github, settings })
    const { left, environ, cmdline, pid, startedPid } = { ...seen }
    expect(environ).toContain('LOG_LEVEL=silent')
    expect(`${JSON.stringify(left)} ${environ} ${cmdline}`).not.toContain('c0ffee')
    expect(left).toMatchObject({ LOG_LEVEL: 'silent', BLOB_S3_BUCKET: 'bucket', LLM_MODEL: 'm' })
    expect(left).not.toHaveProperty('FAREBOX_SECRETS_FD')
    // Whoever started it still has it under the same number, with the same flags.
    expect(pid).toBe(startedPid)
    expect(cmdline).toContain('--max-semi-space-size=64')
  },
)

test('secrets with quotes, dollars, back slashes and more than a pipe holds arrive as they are', () => {
  const odd = `"'\`$HOME$(id)\\n\\ END ${'k'.repeat(70_000)}`
  expect(start({ ...SECRETS, LLM_API_KEY: odd })).toMatchObject({ status: 0, settings: { LLM_API_KEY: odd } })
})

test('every mistake is in one message, that of a file too, and no secret is quoted', () => {
  const env = {
    ...SECRETS,
    PORT: 'none',
    SERVER_SECRET: '',
    SERVER_SECRET_FILE: join(folder, 'nobody-made-this'),
    ADMIN_TOKEN_FILE: fileOf('token', CANARY),
    DATABASE_URL: '',
    DATABASE_URL_FILE: fileOf('empty', '\n'),
  }
  const { status, stderr } = start(env)
  expect(status).toBe(1)
  expect(stderr.trimEnd().split('\n')).toEqual([
    '  SERVER_SECRET_FILE  names a file that cannot be read (ENOENT)',
    '  ADMIN_TOKEN_FILE  is set, and so is ADMIN_TOKEN; set one of them',
    '  DATABASE_URL  is missing',
    expect.stringMatching(/^ {2}PORT {2}/),
    '4 settings are wrong; nothing was started.',
  ])
})

test('every setting that sounds secret is treated as one', () => {
  const SOUNDS_SECRET =
    /^(?:DATABASE(?:_DIRECT|_READ)?|REDIS|SMTP)_URL$|_(?:(?<!PUBLISHABLE_)KEYS?|SECRET|ROOT|TOKEN|SEED|RPC_URL|PASSWORD|HEADERS)$/
  const sounding = Object.keys(Settings.shape).filter((name) => SOUNDS_SECRET.test(name))
  expect(sounding.toSorted()).toEqual([...SECRET_SETTINGS].toSorted())
})

test('a setting of an earlier version that is still set is named in one warning at the start', () => {
  const program = `
    import { boot } from '#shared/process/boot.ts'
    await boot('test', async () => process.exit(0))`
  const env = { DATABASE_URL: 'postgres://h/d', SERVER_SECRET: CANARY, LOGIN_FAILURES: '3', THREADS: '2' }
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...env },
  })
  const lines = stdout.trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ kind: 'test', settings: ['LOGIN_FAILURES'] })
})
