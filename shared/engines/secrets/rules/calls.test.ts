import { describe, expect, test } from 'vitest'

import { findSecrets } from '../find-secrets.ts'

const hex64 = '9c41e07f5b28d3a6'.repeat(4).replace('9c41', '7e02')

// None of the rules was written from these texts.
describe('what a call or a command takes in a certain place is found', () => {
  test.each([
    'https://x.file.core.windows.net/s?sv=2021&sr=f&sig=Wq8uT2zLr0Xy5Bn3Kc7Vd1Hf9Jm4Ps6Ga%2BRe%3D',
    'printf "q8Wz2LrX0yNb" | podman login --username bot --password-stdin reg.test',
    'composer config --global bearer.repo.test k9Xq2Lw8Zr4Tn6Vb',
    'masterauth "v8Yq3Lx0Wz7Rn"',
    'smbclient //fs/share -U corp/bob%k3Lw9Xq2Zr',
    `const account = privateKeyToAccount('0x${hex64}')`,
    `Account.from_key("${hex64}")`,
    "hash_hmac('sha256', $body, 'z8Qw3Lx9Rn2Tk7Vb5Yc1')",
    "crypto.createHmac('sha512', 'k2Vn8Qx4Lw9Zr3Tb7Yc')",
    'jwt.encode(claims, "n7Xq2Lw9Zr4Tb8Vk3Yc6", algorithm="HS256")',
    'Das Passwort für den Server lautet k8Xq2Lw9Zr4T',
    'The token of the build robot is v3Kq8Lw2Zr9Xn5Tb',
    'Zugangsdaten: admin / k3Xw9Lq2Zr8T',
    'const key = "glpat-" + "x8Kq2Lw9Zr4Tn6Vb3Yc7"',
  ])('%s', (text) => {
    expect(findSecrets(text)).not.toEqual([])
  })
})

describe('what is public, or an example, is not', () => {
  test.each([
    '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUKEYk3vTz8Q2LrX0yNb9Wq7Hd1Jm4wCgYIKoZIzj0EAwIw\nACdfb02ea20f855762138f4793581ed1ec==\n-----END CERTIFICATE-----',
    "loadStripe('pk_live_k3Xw9Lq2Zr8Tn6Vb5Yc1Hd7J')",
    'pnpm add git+ssh://git@github.com/acme/kit.git#3f2a9c41e07f5b28d3a6b1c4d8e9f0a7b6c5d4e3',
    'Idempotency-Key: k3Xw9Lq2Zr8Tn6Vb5Yc1',
    'mysql://username:password@hostname:3306/db',
    'redis://user:pass@your-host:6379',
    'Key = 9c41e07f5b28d3a69c41e07f5b28d3a7\nMsg = 00ff',
    'Authorization: Basic dXNlcjpwYXNz',
    'gpg --recv-keys with the RSA key 3F2A9C41E07F5B28D3A6B1C4D8E9F0A7B6C5D4E3',
    'salt = "000102030405060708090a0b"',
    'The token of the build robot is read from the vault',
    'Login: admin / your-password',
  ])('%s', (text) => {
    expect(findSecrets(text)).toEqual([])
  })
})
