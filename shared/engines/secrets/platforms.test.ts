import { describe, expect, test } from 'vitest'

import { numbers } from '#test/support/numbers.ts'
import { sampleOf } from '#test/support/sample-of.ts'

import { findSecrets } from './find-secrets.ts'
import { platformSecrets } from './rules/platforms.rules.ts'

/** Lines in which a match of a rule stands as in life, for rules that want company; `{}` is the match. */
const lines: Readonly<Record<string, string>> = {
  'kubernetes-bootstrap-token': 'kubeadm join 10.0.0.1:6443 --token {}',
  'azure-devops-pat-old': 'AZURE_DEVOPS_PAT={}',
  'sauce-key': 'SAUCE_ACCESS_KEY: {}',
  'code-climate-reporter': 'CC_TEST_REPORTER_ID={}',
  'sonar-login': 'sonar.login={}',
  'gitea-token': 'GITEA_TOKEN={}',
  'particle-token': 'particle.io access_token {}',
  'recaptcha-secret': 'RECAPTCHA_SECRET_KEY={}',
  'fal-key': 'FAL_KEY={}',
}
/** What the maker of samples cannot make up: a text of any characters. */
const given: Readonly<Record<string, string[]>> = {
  'powershell-secure-string': ['ConvertTo-SecureString "kX9vQ2mZ7t" -AsPlainText -Force'],
}
const made = (id: string, pattern: string) => {
  const random = numbers(id.length)
  return given[id] ?? Array.from({ length: 60 }, () => sampleOf(pattern, random))
}
const rulesIn = (text: string) => findSecrets(text).map(({ rule_id }) => rule_id)

describe('a token of a platform', () => {
  const isFound = (id: string, sample: string, line = lines[id] ?? 'value: {}\n') =>
    rulesIn(line.replace('{}', () => sample)).includes(id)
  /** Every rule with twenty tokens that it describes. */
  const samples = platformSecrets.flatMap(({ id, pattern, near }) =>
    made(id, pattern)
      .slice(0, 20)
      .map((sample) => ({ id, near, sample })),
  )

  test('is known in a line of code, whatever the platform', () => {
    const unknown = platformSecrets.filter(({ id, pattern }) => !made(id, pattern).some((one) => isFound(id, one)))
    expect(unknown.map(({ id }) => id)).toEqual([])
  })

  test('is not seen in its first fourteen characters', () => {
    const seen = samples.filter(({ id, sample }) => isFound(id, sample.slice(0, 14)))
    expect(seen.map(({ id, sample }) => `${id}: ${sample}`)).toEqual([])
  })

  test('is not seen without its company, where it needs some', () => {
    const needing = samples.filter(({ near }) => near !== undefined)
    expect(needing.length).toBeGreaterThan(20)
    const seen = needing.filter(({ id, sample }) => isFound(id, sample, 'digest of layer {}'))
    expect(seen.map(({ id, sample }) => `${id}: ${sample}`)).toEqual([])
  })
})

describe('what only looks like a secret', () => {
  test.each([
    ['a name of a method beside vault', 'vault.s.getAttributeNameOfElements()'],
    ['a word beside an access id', 'access_id: substitutional'],
    ['a name for a bot token', 'token: xoxb-slack-bot-token-from-vault'],
    [
      'code that handles key marks',
      'key.replace("-----BEGIN PRIVATE KEY-----", "").replace("-----END PRIVATE KEY-----", "")',
    ],
    ['a stump of a token', 'GROQ_API_KEY=gsk_b7Xq2'],
    ['a route of a form', `put '/forgot-password' => "site/passwords#update"`],
    ['a vault reference', 'password: !vault |'],
    ['a function of a template', "password: !Sub '{{resolve:secretsmanager:prod/db:SecretString:password}}'"],
    ['a bound parameter', 'WHERE password = :password'],
    ['a secret of a cloud by its name', 'db_password: projects/shop/secrets/db/versions/latest'],
  ])('%s is left alone', (_, text) => {
    expect(rulesIn(text)).toEqual([])
  })

  test.each([
    ['dbPass', 'dbPass = "kX9vQ2mZ7t"'],
    ['bindpw', 'bindpw kX9vQ2mZ7t'],
    ['wachtwoord', 'wachtwoord: "kX9vQ2mZ7t"'],
    ['пароль', 'пароль = "kX9vQ2mZ7t"'],
    ['密码', '密码: "kX9vQ2mZ7t"'],
  ])('but a value named %s is not', (_, text) => {
    expect(rulesIn(text)).toEqual(['generic-password'])
  })
})
