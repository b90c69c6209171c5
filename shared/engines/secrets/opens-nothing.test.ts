import { describe, expect, test } from 'vitest'

import { findSecrets } from './find-secrets.ts'

describe('what lets nobody in is no secret', () => {
  test.each([
    "'password' => 'required|min:8|confirmed',",
    "password: 'nullable|string|between:8,64'",
    'password = "%(password)s"',
    'client_id: 550e8400-e29b-41d4-a716-446655440000',
    '"applicationId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"',
    'appId: "1:1234567890:web:0a1b2c3d4e5f60718293"',
    'recaptcha_site_key = "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI"',
    'auth_token = "test-token-123456"',
    "if (password === 'password1') {",
    'secret: "my_secret_1234"',
    'api_key = "dummy-key-42"'.replace('42', '1'),
    'DB_PASSWORD=secret123',
    'amqp://guest:guest@localhost:5672/',
    'postgresql://postgres:postgres@127.0.0.1:5432/test',
    'password: "CHANGE_THIS_PASSWORD_1"',
    'password: "please-set-me"',
    'password: "[[.Env.PW1]]"',
    'password: "@@DB_PASSWORD@@"',
    'password: "{cipher}AQB3k2x9"',
    "password: 'p***d1'",
    'password = keyring.get_password("svc1", "bot")',
    'input[type=password]:focus{outline:1px}',
    'token: TOKEN_TYPES.IDENT2',
    'token = tokens[i+1]',
    'pwd: C:\\Users\\bob7',
    'sk-1234567890abcdef1234567890abcdef',
  ])('%s', (text) => {
    expect(findSecrets(text)).toEqual([])
  })
})

describe('a password in its place is found without a name', () => {
  test.each([
    ['net-user', 'net user svc V8y38dquMYkY /add'],
    ['login-call', 'smtp.login("bot@x.test", "p4U6WyXSzEP5")'],
    ['login-call', 'ldap_bind($link, "cn=adm,dc=x", "B7bp3YNrBX5E")'],
    ['auth-pair', 'requests.get(url, auth=("bot", "2RhD3dQyqh26dB"))'],
    ['archive-password', 'unzip -P n4H60bsmaLWs files.zip'],
    ['archive-password', 'sqlcmd -S host -U sa -P kJ3BUY4gBTXY'],
    ['openssl-passphrase', 'openssl enc -aes-256-cbc -k Z7ATqEJP8DprqU -in a'],
    ['pgpass-line', 'db.internal:5432:app:bot:JcelY053LApdwq'],
    ['snmp-community', 'snmp-server community VTfc7j4y0rzO RW'],
    ['cisco-password', 'neighbor 10.0.0.1 key 7 0822455D0A16544541'],
    ['generic-password', '- name: DB_PASSWORD\n  value: 3cH34rIcOsDzHw'],
    ['generic-secret', '{"name": "API_TOKEN", "value": "O8tDDVbMoO4v8nQsgYxQySqNYZ6R4zfH"}'],
    ['generic-secret', '<key>apiToken</key>\n<string>75puUnEjHPeCpLvjItpO42RUZxS5pwxe</string>'],
    ['generic-password', 'variable "db_password" {\n  default = "8Uk6HkcFcZZrlo"\n}'],
    ['generic-password', '[smtp]\npass = fiCDnbDyIFSe'],
  ])('%s: %s', (rule, text) => {
    expect(findSecrets(text).map(({ rule_id: id }) => id)).toContain(rule)
  })

  test.each([
    'net user svc /delete',
    'smtp.login(user, password)',
    'smtp.login("user@example.com", "your-password")',
    'requests.get(url, auth=("user", "pass"))',
    'unzip -P "$ZIP_PASSWORD" files.zip',
    'openssl passwd -6 -salt abc',
    '- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: { name: db, key: password }',
    '{"name": "API_TOKEN", "value": "${API_TOKEN}"}',
    'variable "db_password" {\n  type = string\n}',
    'snmp-server community public RO',
  ])('and nothing in %s', (text) => {
    expect(findSecrets(text)).toEqual([])
  })
})
