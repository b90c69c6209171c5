import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  type Hex,
  parseSignature,
  toHex,
  zeroAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { BASE_CHAIN_ID, BASE_USDC, BASE_USDC_DOMAIN, MULTICALL3 } from '#shared/chains/networks.ts'
import { startBase, type TestBase, USDC_ABI } from '#test/support/fakes/chains.ts'

type Wallet = Awaited<ReturnType<TestBase['wallet']>>

let chain: TestBase
/** Hands authorizations in and pays the gas. */
let relay: Wallet
beforeAll(async () => {
  chain = await startBase()
  relay = await chain.wallet({ wei: 10n ** 18n })
})
afterAll(() => chain.stop())

const domain = { ...BASE_USDC_DOMAIN, chainId: BASE_CHAIN_ID, verifyingContract: BASE_USDC } as const
const AUTHORIZATION = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const
const CANCELLATION = [
  { name: 'authorizer', type: 'address' },
  { name: 'nonce', type: 'bytes32' },
] as const
const FOREVER = 2n ** 48n

type Authorization = {
  from: Address
  to: Address
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
}
type Verb = 'transferWithAuthorization' | 'receiveWithAuthorization'
const TYPES = {
  transferWithAuthorization: 'TransferWithAuthorization',
  receiveWithAuthorization: 'ReceiveWithAuthorization',
} as const

let nonces = 0n
const authorization = (from: Wallet, to: Address, changes: Partial<Authorization> = {}): Authorization => ({
  from: from.address,
  to,
  value: 20_000n,
  validAfter: 0n,
  validBefore: FOREVER,
  nonce: toHex((nonces += 1n), { size: 32 }),
  ...changes,
})

const sign = (verb: Verb, message: Authorization, signer: PrivateKeyAccount) =>
  signer.signTypedData({ domain, types: { [TYPES[verb]]: AUTHORIZATION }, primaryType: TYPES[verb], message })

/** The two ways to hand a signature over. */
const overloads = {
  bytes: (signature: Hex) => [signature] as const,
  vrs: (signature: Hex) => {
    const { v, r, s } = parseSignature(signature)
    return [Number(v), r, s] as const
  },
}

const fields = ({ from, to, value, validAfter, validBefore, nonce }: Authorization) =>
  [from, to, value, validAfter, validBefore, nonce] as const

/** Sends a call of the token and waits for its block; throws what it reverts with before anything is sent. */
async function hand(sender: Wallet, functionName: string, args: readonly unknown[]) {
  // Safe: viem cannot choose between overloads by a name and arguments made at run time; a wrong pair reverts.
  const call = { account: sender, address: BASE_USDC, abi: USDC_ABI, functionName, args } as never
  await chain.client.simulateContract(call)
  const hash = await chain.client.writeContract(call)
  return chain.client.waitForTransactionReceipt({ hash })
}

/** The reason a call reverts with. */
async function reason(call: Promise<unknown>): Promise<string | undefined> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const reverted = error instanceof BaseError ? error.walk((at) => at instanceof ContractFunctionRevertedError) : null
  return reverted instanceof ContractFunctionRevertedError ? reverted.reason : undefined
}

const isUsed = ({ from, nonce }: Pick<Authorization, 'from' | 'nonce'>) =>
  chain.client.readContract({
    address: BASE_USDC,
    abi: USDC_ABI,
    functionName: 'authorizationState',
    args: [from, nonce],
  })

describe.each(['bytes', 'vrs'] as const)('with the signature as %s', (overload) => {
  const as = overloads[overload]
  let payer: Wallet
  beforeAll(async () => {
    payer = await chain.wallet({ microUsdc: 100_000n })
  })

  test('a signed authorization moves the money once, and says so in two events', async () => {
    const given = authorization(payer, chain.address())
    const signature = await sign('transferWithAuthorization', given, payer)
    expect(await isUsed(given)).toBe(false)
    const { status } = await hand(relay, 'transferWithAuthorization', [...fields(given), ...as(signature)])
    expect(status).toBe('success')
    expect([await chain.microUsdcOf(given.to), await chain.microUsdcOf(payer.address)]).toEqual([20_000n, 80_000n])
    expect(await isUsed(given)).toBe(true)
    expect(await chain.transfersTo(given.to)).toMatchObject([{ from: payer.address, microUsdc: 20_000n }])
    const used = await chain.client.getContractEvents({
      address: BASE_USDC,
      abi: USDC_ABI,
      eventName: 'AuthorizationUsed',
      args: { authorizer: payer.address, nonce: given.nonce },
      fromBlock: 0n,
    })
    expect(used).toHaveLength(1)

    const again = hand(relay, 'transferWithAuthorization', [...fields(given), ...as(signature)])
    expect(await reason(again)).toBe('FiatTokenV2: authorization is used or canceled')
    expect(await chain.microUsdcOf(given.to)).toBe(20_000n)
  })

  test('a signature of someone else, or of something else, is refused', async () => {
    const other = await chain.wallet()
    const given = authorization(payer, chain.address())
    const signature = await sign('transferWithAuthorization', given, payer)
    const theirs = await sign('transferWithAuthorization', given, other)
    const another = await sign('receiveWithAuthorization', given, payer)
    const refused: [Authorization, Hex][] = [
      [given, theirs],
      [given, another],
      [{ ...given, value: 20_001n }, signature],
      [{ ...given, to: other.address }, signature],
      [{ ...given, nonce: toHex(9n ** 20n, { size: 32 }) }, signature],
    ]
    for (const [handed, signed] of refused) {
      const call = hand(relay, 'transferWithAuthorization', [...fields(handed), ...as(signed)])
      expect(await reason(call)).toBe('FiatTokenV2: invalid signature')
    }
    expect(await isUsed(given)).toBe(false)
  })

  test('an authorization holds from after validAfter until before validBefore, by the time of the block', async () => {
    const { timestamp } = await chain.client.getBlock()
    const early = authorization(payer, chain.address(), { validAfter: timestamp + 3_600n })
    const late = authorization(payer, chain.address(), { validBefore: timestamp })
    const hands = async (given: Authorization) =>
      hand(relay, 'transferWithAuthorization', [
        ...fields(given),
        ...as(await sign('transferWithAuthorization', given, payer)),
      ])
    expect(await reason(hands(early))).toBe('FiatTokenV2: authorization is not yet valid')
    expect(await reason(hands(late))).toBe('FiatTokenV2: authorization is expired')
    expect([await isUsed(early), await isUsed(late)]).toEqual([false, false])
  })

  test('more than the payer has is refused', async () => {
    const given = authorization(payer, chain.address(), { value: 10n ** 12n })
    const signature = await sign('transferWithAuthorization', given, payer)
    const call = hand(relay, 'transferWithAuthorization', [...fields(given), ...as(signature)])
    expect(await reason(call)).toBe('ERC20: transfer amount exceeds balance')
  })

  test('receiveWithAuthorization is for the payee alone', async () => {
    const payee = await chain.wallet({ wei: 10n ** 18n })
    const given = authorization(payer, payee.address)
    const args = [...fields(given), ...as(await sign('receiveWithAuthorization', given, payer))]
    expect(await reason(hand(relay, 'receiveWithAuthorization', args))).toBe('FiatTokenV2: caller must be the payee')
    await hand(payee, 'receiveWithAuthorization', args)
    expect(await chain.microUsdcOf(payee.address)).toBe(20_000n)
    expect(await reason(hand(payee, 'receiveWithAuthorization', args))).toBe(
      'FiatTokenV2: authorization is used or canceled',
    )
  })

  test('a canceled authorization is dead, and only its payer can cancel it', async () => {
    const given = authorization(payer, chain.address())
    const message = { authorizer: given.from, nonce: given.nonce }
    const cancel = (signer: PrivateKeyAccount) =>
      signer.signTypedData({
        domain,
        types: { CancelAuthorization: CANCELLATION },
        primaryType: 'CancelAuthorization',
        message,
      })
    const stranger = await chain.wallet()
    const args = [given.from, given.nonce] as const
    expect(await reason(hand(relay, 'cancelAuthorization', [...args, ...as(await cancel(stranger))]))).toBe(
      'FiatTokenV2: invalid signature',
    )
    await hand(relay, 'cancelAuthorization', [...args, ...as(await cancel(payer))])
    expect(await isUsed(given)).toBe(true)
    const signature = await sign('transferWithAuthorization', given, payer)
    expect(await reason(hand(relay, 'transferWithAuthorization', [...fields(given), ...as(signature)]))).toBe(
      'FiatTokenV2: authorization is used or canceled',
    )
    expect(await reason(hand(relay, 'cancelAuthorization', [...args, ...as(await cancel(payer))]))).toBe(
      'FiatTokenV2: authorization is used or canceled',
    )
  })
})

test('a signature has one form: 65 bytes, v 27 or 28, s in the lower half', async () => {
  const payer = await chain.wallet({ microUsdc: 100_000n })
  const given = authorization(payer, chain.address())
  const signature = await sign('transferWithAuthorization', given, payer)
  const { r, s, v } = parseSignature(signature)
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const twin = [v === 27n ? 28 : 27, r, toHex(ORDER - BigInt(s), { size: 32 })]
  const forms: [unknown[], string][] = [
    [twin, "ECRecover: invalid signature 's' value"],
    [[1, r, s], "ECRecover: invalid signature 'v' value"],
    [[signature.slice(0, -2)], 'ECRecover: invalid signature length'],
    [['0x'], 'ECRecover: invalid signature length'],
  ]
  for (const [form, expected] of forms) {
    expect(await reason(hand(relay, 'transferWithAuthorization', [...fields(given), ...form]))).toBe(expected)
  }
})

test('a wallet that is a contract judges its signatures itself', async () => {
  const wallet = chain.address()
  // Answers every call with the magic value of isValidSignature, or with zero.
  const says = (value: Hex): Hex => `0x7f${value.slice(2).padEnd(64, '0')}60005260206000f3`
  await chain.fund(wallet, { microUsdc: 50_000n })
  const given = { ...authorization(relay, chain.address()), from: wallet }
  await chain.client.setCode({ address: wallet, bytecode: says('0x') })
  expect(await reason(hand(relay, 'transferWithAuthorization', [...fields(given), '0x1234']))).toBe(
    'FiatTokenV2: invalid signature',
  )
  await chain.client.setCode({ address: wallet, bytecode: says('0x1626ba7e') })
  await hand(relay, 'transferWithAuthorization', [...fields(given), '0x1234'])
  expect(await chain.microUsdcOf(given.to)).toBe(20_000n)
})

test('blacklisted payers and payees move nothing', async () => {
  const payer = await chain.wallet({ microUsdc: 100_000n })
  const given = authorization(payer, chain.address())
  const args = [...fields(given), await sign('transferWithAuthorization', given, payer)]
  for (const account of [payer.address, given.to]) {
    await hand(relay, 'blacklist', [account])
    expect(await reason(hand(relay, 'transferWithAuthorization', args))).toBe('Blacklistable: account is blacklisted')
    await hand(relay, 'unBlacklist', [account])
  }
  await hand(relay, 'transferWithAuthorization', args)
  expect(await chain.microUsdcOf(given.to)).toBe(20_000n)
})

test('it is an ERC-20: minted, sent, and never to nobody', async () => {
  const holder = await chain.wallet({ wei: 10n ** 18n })
  await hand(relay, 'mint', [holder.address, 70n])
  const to = chain.address()
  await hand(holder, 'transfer', [to, 30n])
  expect([await chain.microUsdcOf(holder.address), await chain.microUsdcOf(to)]).toEqual([40n, 30n])
  expect(await chain.transfersTo(holder.address)).toMatchObject([{ from: zeroAddress, microUsdc: 70n }])
  expect(await reason(hand(holder, 'transfer', [to, 41n]))).toBe('ERC20: transfer amount exceeds balance')
  expect(await reason(hand(holder, 'transfer', [zeroAddress, 1n]))).toBe('ERC20: transfer to the zero address')
})

test('Multicall3 is where clients look for it, and says which of several calls fail', async () => {
  const holder = await chain.wallet({ microUsdc: 5n })
  const read = { address: BASE_USDC, abi: USDC_ABI, functionName: 'balanceOf', args: [holder.address] } as const
  const write = { address: BASE_USDC, abi: USDC_ABI, functionName: 'transfer', args: [holder.address, 1n] } as const
  const answers = await chain.client.multicall({ contracts: [read, write, read], multicallAddress: MULTICALL3 })
  expect(answers.map(({ status }) => status)).toEqual(['success', 'failure', 'success'])
  expect(answers[0]?.result).toBe(5n)
})
