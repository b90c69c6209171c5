import { expect, test } from 'vitest'

import { cardMistakes } from './card-settings.ts'

test.each([
  [{}, []],
  [{ NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_live_a' }, []],
  [{ STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_API_BASE: 'http://127.0.0.1:1' }, []],
  [
    { NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_API_BASE: 'http://127.0.0.1:1' },
    ['STRIPE_SECRET_KEY  is a test key (production takes live keys)', 'STRIPE_API_BASE  is for the playground alone'],
  ],
  [
    { NODE_ENV: 'development', STRIPE_SECRET_KEY: 'rk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_live_a' },
    [
      'STRIPE_SECRET_KEY  is a live key (only production takes live keys)',
      'STRIPE_PUBLISHABLE_KEY  is a live key (only production takes live keys)',
    ],
  ],
])('play money and real money never meet: %j', (given, mistakes) => {
  expect(cardMistakes(given)).toEqual(mistakes)
})
