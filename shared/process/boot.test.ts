import { execFileSync } from 'node:child_process'

import { expect, test } from 'vitest'

const CANARY = 'c0ffee'.repeat(11)

/** One value for each setting that is secret, or that may hold a secret. */
const SECRETS = {
  DATABASE_URL: `postgres://farebox:${CANARY}@h/d`,
  REDIS_URL: `redis://:${CANARY}@h`,
  SERVER_SECRET: CANARY,
  ADMIN_TOKEN: CANARY,
  AGENT_SIGNUP_SECRET: CANARY,
  RECEIPT_SEED: CANARY.slice(0, 64),
  BASE_SETTLEMENT_KEYS: `0x${CANARY}`,
  SOLANA_FEE_PAYER_KEYS: CANARY,
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
  UPSTREAM_GITHUB_KEY: CANARY,
}

test('a process that has started holds no secret in its environment, and all others of it', () => {
  const program = `
    import { boot } from '#shared/process/boot.ts'
    await boot('test', async (config) => {
      console.log(JSON.stringify({ left: process.env, key: config.BASE_SETTLEMENT_KEYS }))
      process.exit(0)
    })`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...SECRETS },
  })
  // Safe: printed by the program above.
  const { left, key } = JSON.parse(out) as { left: Record<string, string>; key: string }
  expect(key).toBe(SECRETS.BASE_SETTLEMENT_KEYS)
  expect(JSON.stringify(left)).not.toContain('c0ffee')
  expect(left).toMatchObject({ LOG_LEVEL: 'silent', BLOB_S3_BUCKET: 'bucket', LLM_MODEL: 'm' })
})
