import type { SecretRule } from '../secret-rule.ts'

const severity = 'critical'

/** Tokens of services whose forms are younger than most lists. */
export const newerSecrets: readonly SecretRule[] = [
  {
    id: 'mem0-key',
    provider: 'Mem0',
    severity,
    keywords: ['m0-'],
    pattern: 'm0-[A-Za-z0-9]{40}',
    entropy: 3.5,
    digits: 2,
  },
  {
    id: 'trigger-dev-key',
    provider: 'Trigger.dev',
    severity,
    keywords: ['tr_dev_', 'tr_prod_', 'tr_stg_', 'tr_pat_'],
    pattern: 'tr_(?:dev|prod|stg|pat)_[A-Za-z0-9]{20,44}',
    entropy: 3.2,
    digits: 1,
  },
  {
    id: 'chroma-key',
    provider: 'Chroma',
    severity,
    keywords: ['ck-'],
    pattern: 'ck-[A-Za-z0-9]{40,44}',
    entropy: 3.6,
    digits: 3,
  },
  {
    id: 'cartesia-key',
    provider: 'Cartesia',
    severity,
    keywords: ['sk_car_'],
    pattern: 'sk_car_[A-Za-z0-9]{20,30}',
    entropy: 3.2,
    digits: 1,
  },
  {
    id: 'context7-key',
    provider: 'Context7',
    severity,
    keywords: ['ctx7sk'],
    pattern: 'ctx7sk-[a-f0-9-]{32,40}',
    entropy: 3,
  },
  {
    id: 'vercel-ai-gateway-key',
    provider: 'Vercel',
    severity,
    keywords: ['vck_'],
    pattern: 'vck_[A-Za-z0-9]{40,64}',
    entropy: 3.5,
  },
]
