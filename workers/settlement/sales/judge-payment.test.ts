import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { SOLANA_USDC } from '#shared/chains/networks.ts'

import { openSaleLab, transferChecked } from '#test/support/labs/sale-lab.ts'
import { type PaymentOnChain, readPaymentOnChain } from './landed-payment.ts'
import { judgeOnAll } from './look-at-payment.ts'
import { judgePayment } from './judge-payment.ts'
import { LIGHTHOUSE, TOKEN_PROGRAM } from './programs.ts'

// Real transaction bytes, run by a Solana runtime in this process.
let lab: Awaited<ReturnType<typeof openSaleLab>>
beforeAll(async () => {
  lab = await openSaleLab()
})

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const RATE = 150_000_000n
const QUOTE = { microUsdPerSol: RATE, validUntil: new Date(Date.now() + 120_000) }
const references = (order: { reference: string }) => [new PublicKey(order.reference)]

describe('a payment of an order stands', () => {
  test('in USDC, in SOL, and with the instructions that wallets add', () => {
    const usdc = lab.order()
    expect(lab.judge(usdc, lab.honest(usdc))).toBeNull()
    const sol = lab.order({ currency: 'sol', quotes: [QUOTE] })
    expect(lab.judge(sol, lab.honest(sol, RATE))).toBeNull()
    const guarded = lab.order()
    const lighthouse = new TransactionInstruction({
      programId: new PublicKey(LIGHTHOUSE),
      keys: [],
      data: Buffer.from('x'),
    })
    expect(lab.judge(guarded, [...lab.honest(guarded), lighthouse])).toBeNull()
  })

  test('when its recipients come from an address lookup table', () => {
    const order = lab.order()
    const table = lab.table(order.legs.map(({ wallet }) => new PublicKey(lab.usdcOf(wallet))))
    const { signature, landed } = lab.land(lab.honest(order), { tables: [table] })
    expect(landed.meta.loadedAddresses?.writable).toHaveLength(2)
    expect(judgeOnAll(order, signature, [landed])).toMatchObject({ reason: null })
  })

  test('when it opens the token account that it pays', () => {
    const wallet = Keypair.generate().publicKey
    const order = lab.order({ legs: [{ role: 'seller', wallet: wallet.toBase58(), cents: 425 }] })
    const open = new TransactionInstruction({
      programId: new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
      keys: [
        { pubkey: lab.payer.publicKey, isSigner: true, isWritable: true },
        { pubkey: new PublicKey(lab.usdcOf(wallet.toBase58())), isSigner: false, isWritable: true },
        ...[wallet, lab.USDC, SystemProgram.programId, lab.TOKEN].map((pubkey) => ({
          pubkey,
          isSigner: false,
          isWritable: false,
        })),
      ],
      data: Buffer.from([1]),
    })
    expect(lab.judge(order, [open, ...lab.honest(order)])).toBeNull()
  })

  test('with a durable nonce, which only when it landed makes late', () => {
    const order = lab.order()
    const nonce = Keypair.generate()
    const [authorizedPubkey, noncePubkey] = [lab.payer.publicKey, nonce.publicKey]
    const create = SystemProgram.createNonceAccount({
      fromPubkey: authorizedPubkey,
      noncePubkey,
      authorizedPubkey,
      lamports: 1_447_680,
    })
    lab.land(create.instructions, { signers: [lab.payer, nonce] })
    const advance = SystemProgram.nonceAdvance({ noncePubkey, authorizedPubkey })
    const { landed, signature } = lab.land([advance, ...lab.honest(order)])
    // This runtime has one blockhash, so its nonces do not advance: the balances are those of an honest payment.
    const { meta } = lab.land(lab.honest(order)).landed
    const advanced = { ...landed, meta: asAdvanced(meta, readPaymentOnChain(landed)?.accounts ?? []) }
    expect(judgeOnAll(order, signature, [advanced])).toMatchObject({ reason: null })
  })
})

describe('no payment of an order is', () => {
  test('a transaction that failed', () => {
    const order = lab.order()
    const tooMuch = SystemProgram.transfer({
      fromPubkey: lab.payer.publicKey,
      toPubkey: lab.seller.publicKey,
      lamports: 10n ** 15n,
    })
    expect(lab.judge(order, [...lab.honest(order), tooMuch])).toBe('transaction_failed')
  })

  test('one that landed before the order was opened', () => {
    const order = lab.order({ createdAt: new Date(Date.now() + 600_000) })
    expect(lab.judge(order, lab.honest(order))).toBe('before_the_order')
  })

  test('one of another order, with another reference or another memo', () => {
    const [order, other] = [lab.order(), lab.order()]
    expect(lab.judge(order, lab.honest(other))).toBe('not_our_reference')
    expect(lab.judge(order, lab.honest({ ...order, memo: other.memo }))).toBe('wrong_memo')
    expect(lab.judge(order, [lab.memo(other.memo), ...lab.honest(order)])).toBe('wrong_memo')
    expect(lab.judge(order, lab.honest(order).slice(1))).toBe('wrong_memo')
  })

  test('one in another token of as many decimals', () => {
    const order = lab.order()
    const mint = Keypair.generate().publicKey.toBase58()
    const usdc = lab.chain.account(SOLANA_USDC)
    if (usdc === undefined) throw new Error('there is no USDC')
    lab.chain.write(mint, usdc)
    const [from, ...to] = [lab.payer.publicKey.toBase58(), ...order.legs.map(({ wallet }) => wallet)].map((owner) => {
      const address = Keypair.generate().publicKey.toBase58()
      lab.tokenAccount(address, { mint, owner, amount: 50_000_000n })
      return address
    })
    const paid = to.map((address, at) =>
      transferChecked({
        program: lab.TOKEN,
        from: from ?? '',
        mint,
        to: address,
        authority: lab.payer.publicKey,
        amount: BigInt(order.legs[at]?.cents ?? 0) * 10_000n,
        more: references(order),
      }),
    )
    expect(lab.judge(order, [lab.memo(order.memo), ...paid])).toBe('leg_missing')
  })

  test('one in a token of Token-2022 that keeps a fee', () => {
    const order = lab.order()
    const mint = feeMint()
    const [from, ...to] = [lab.payer.publicKey.toBase58(), ...order.legs.map(({ wallet }) => wallet)].map(
      feeAccount(mint),
    )
    const paid = to.map((address) =>
      transferChecked({
        program: new PublicKey(TOKEN_2022),
        from: from ?? '',
        mint,
        to: address,
        authority: lab.payer.publicKey,
        amount: 4_250_000n,
        more: references(order),
      }),
    )
    const { signature, landed } = lab.land([lab.memo(order.memo), ...paid])
    // The chain kept 5 %, and a node shows it as it shows any token.
    const [got] = (landed.meta.postTokenBalances ?? []).filter(({ owner }) => owner === order.legs[0]?.wallet)
    expect(got).toMatchObject({ programId: TOKEN_2022, uiTokenAmount: { amount: '54037500' } })
    expect(judgeOnAll(order, signature, [landed])?.reason).toBe('program_not_allowed')
  })

  test('one to an account at the right address that has another owner', () => {
    const order = lab.order()
    const address = lab.usdcOf(lab.seller.publicKey.toBase58())
    const thief = Keypair.generate().publicKey.toBase58()
    const before = lab.chain.account(address)
    lab.tokenAccount(address, { mint: SOLANA_USDC, owner: thief, amount: 0n })
    expect(lab.judge(order, lab.honest(order))).toBe('leg_not_received')
    if (before !== undefined) lab.chain.write(address, before)
  })

  test('one to another USDC account of the same wallet', () => {
    const order = lab.order()
    const [memo, ...paid] = lab.honest(order)
    const other = Keypair.generate().publicKey.toBase58()
    lab.tokenAccount(other, { mint: SOLANA_USDC, owner: lab.seller.publicKey.toBase58(), amount: 0n })
    const aside = paid.map((transfer, at) => {
      const keys = transfer.keys.map((key, nth) =>
        at === 0 && nth === 2 ? { ...key, pubkey: new PublicKey(other) } : key,
      )
      return new TransactionInstruction({ ...transfer, keys })
    })
    expect(lab.judge(order, [...(memo === undefined ? [] : [memo]), ...aside])).toBe('leg_missing')
  })

  test('one instruction for two legs of one wallet', () => {
    const wallet = lab.seller.publicKey.toBase58()
    const order = lab.order({
      legs: [
        { role: 'seller', wallet, cents: 425 },
        { role: 'royalty', wallet, cents: 75 },
      ],
    })
    const sum = lab.honest({ ...order, legs: [{ role: 'seller', wallet, cents: 500 }] })
    expect(lab.judge(order, sum)).toBe('leg_missing')
    expect(lab.judge(order, lab.honest(order))).toBeNull()
  })

  test('a leg that is moved back in the same transaction', () => {
    const order = lab.order()
    const back = transferChecked({
      program: lab.TOKEN,
      from: lab.usdcOf(lab.seller.publicKey.toBase58()),
      mint: SOLANA_USDC,
      to: lab.usdcOf(lab.payer.publicKey.toBase58()),
      authority: lab.seller.publicKey,
      amount: 4_000_000n,
    })
    expect(lab.judge(order, [...lab.honest(order), back], { signers: [lab.payer, lab.seller] })).toBe(
      'leg_not_received',
    )
  })

  test('a smaller leg, to the unit, in USDC and in SOL', () => {
    const order = lab.order()
    const short = order.legs.map((leg) => ({ ...leg, cents: leg.role === 'seller' ? 424 : leg.cents }))
    expect(lab.judge(order, lab.honest({ ...order, legs: short }))).toBe('leg_missing')
    const sol = lab.order({ currency: 'sol', quotes: [QUOTE] })
    expect(lab.judge(sol, lab.honest(sol, RATE + 1_000n))).toBe('leg_missing')
  })

  test('one that a wallet of the order pays itself, and one that somebody else paid for', () => {
    const own = lab.order({ legs: [{ role: 'seller', wallet: lab.payer.publicKey.toBase58(), cents: 425 }] })
    expect(lab.judge(own, lab.honest(own))).toBe('self_payment')
    const sponsored = lab.order()
    const signers = [Keypair.generate(), lab.payer]
    lab.chain.write(signers[0]?.publicKey.toBase58() ?? '', {
      lamports: 10n ** 9n,
      owner: '11111111111111111111111111111111',
      executable: false,
      data: new Uint8Array(),
    })
    // A payment of x402 has our fee payer and its payer's transfer: it must never pay an order, too.
    expect(lab.judge(sponsored, lab.honest(sponsored), { signers })).toBe('leg_missing')
  })

  test('one that does anything else with a token or an account', () => {
    const order = lab.order()
    const approve = new TransactionInstruction({
      programId: lab.TOKEN,
      keys: [
        { pubkey: new PublicKey(lab.usdcOf(lab.payer.publicKey.toBase58())), isSigner: false, isWritable: true },
        { pubkey: lab.seller.publicKey, isSigner: false, isWritable: false },
        { pubkey: lab.payer.publicKey, isSigner: true, isWritable: false },
      ],
      data: Buffer.from([4, 1, 0, 0, 0, 0, 0, 0, 0]),
    })
    expect(lab.judge(order, [...lab.honest(order), approve])).toBe('program_not_allowed')
    const account = Keypair.generate()
    const create = SystemProgram.createAccount({
      fromPubkey: lab.payer.publicKey,
      newAccountPubkey: account.publicKey,
      lamports: 2_039_280,
      space: 165,
      programId: lab.TOKEN,
    })
    expect(lab.judge(order, [create, ...lab.honest(order)], { signers: [lab.payer, account] })).toBe(
      'program_not_allowed',
    )
  })
})

describe('a node that lies', () => {
  test('is not believed: about bytes, signatures, balances, nor alone', () => {
    const order = lab.order()
    const { signature, landed } = lab.land(lab.honest(order))
    const bytes = Buffer.from(landed.transaction[0], 'base64')
    bytes[bytes.length - 12] = (bytes[bytes.length - 12] ?? 0) ^ 1
    const forged = { ...landed, transaction: [bytes.toString('base64'), 'base64'] as [string, 'base64'] }
    const other = lab.land(lab.honest(lab.order())).landed
    for (const lie of [
      forged,
      other,
      { ...landed, meta: { ...landed.meta, postBalances: [] } },
      { ...landed, meta: { ...landed.meta, loadedAddresses: { writable: [order.reference], readonly: [] } } },
    ])
      expect(judgeOnAll(order, signature, [lie])).toBeNull()
    const failed = { ...landed, meta: { ...landed.meta, err: 'AccountNotFound' } }
    expect(judgeOnAll(order, signature, [landed, failed])).toBeNull()
    expect(judgeOnAll(order, signature, [landed, null])).toBeNull()
    expect(judgeOnAll(order, signature, [landed, landed])?.reason).toBeNull()
  })

  test('cannot make reading fail with any bytes', () => {
    const { landed } = lab.land(lab.honest(lab.order()))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_232 }), (bytes) => {
        const lie = { ...landed, transaction: [Buffer.from(bytes).toString('base64'), 'base64'] as [string, 'base64'] }
        expect(readPaymentOnChain(lie)).toBeNull()
      }),
    )
  })
})

test('legs of one wallet are paid exactly when their transfers can be told apart', () => {
  const amount = fc.bigInt({ min: 1n, max: 20n })
  const reference = Keypair.generate().publicKey.toBase58()
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 4 }), fc.array(amount, { maxLength: 6 }), (legs, sent) => {
      const wallet = lab.seller.publicKey.toBase58()
      const [payer, to] = [lab.payer.publicKey.toBase58(), lab.usdcOf(wallet)]
      const sum = sent.reduce((total, one) => total + one, 0n)
      const paid: PaymentOnChain = {
        signature: '',
        payer,
        accounts: [payer, to, reference],
        instructions: [
          { program: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', accounts: [], data: Buffer.from('m') },
          ...sent.map((one) => {
            const data = Buffer.alloc(9, 3)
            data.writeBigUInt64LE(one, 1)
            return { program: TOKEN_PROGRAM, accounts: ['source', to, payer], data }
          }),
        ],
        lamports: new Map(),
        tokens: new Map([[to, { mint: SOLANA_USDC, owner: wallet, program: TOKEN_PROGRAM, before: 0n, after: sum }]]),
      }
      const owed = legs.map((one) => ({ role: 'seller' as const, wallet, amount: one }))
      const { reason } = judgePayment(paid, { currency: 'usdc', reference, memo: 'm', legs: owed })
      // Any assignment of distinct transfers would do; trying them all is what the code does not.
      expect(reason === null).toBe(canPair(legs, sent))
    }),
  )
})

function canPair([leg, ...legs]: bigint[], sent: bigint[]): boolean {
  if (leg === undefined) return true
  return sent.some((one, at) => one >= leg && canPair(legs, sent.toSpliced(at, 1)))
}

/** A mint of Token-2022 with a transfer fee of 5 %. */
function feeMint(): string {
  const address = Keypair.generate().publicKey.toBase58()
  const usdc = lab.chain.account(SOLANA_USDC)
  const data = Buffer.alloc(165 + 1 + 4 + 108)
  data.set(usdc?.data ?? [], 0)
  data.writeUInt8(1, 165)
  data.writeUInt16LE(1, 166)
  data.writeUInt16LE(108, 168)
  for (const fee of [170 + 72, 170 + 90]) {
    data.writeBigUInt64LE(2n ** 63n, fee + 8)
    data.writeUInt16LE(500, fee + 16)
  }
  lab.chain.write(address, { lamports: 10n ** 9n, owner: TOKEN_2022, executable: false, data })
  return address
}

/** A token account of such a mint with 50 tokens. */
const feeAccount = (mint: string) => (owner: string) => {
  const address = Keypair.generate().publicKey.toBase58()
  lab.tokenAccount(address, { mint, owner, amount: 50_000_000n }, TOKEN_2022)
  const plain = lab.chain.account(address)
  const data = Buffer.alloc(165 + 1 + 4 + 8)
  data.set(plain?.data ?? [], 0)
  data.writeUInt8(2, 165)
  data.writeUInt16LE(2, 166)
  data.writeUInt16LE(8, 168)
  lab.chain.write(address, { lamports: 10n ** 9n, owner: TOKEN_2022, executable: false, data })
  return address
}

type Meta = Parameters<typeof readPaymentOnChain>[0]['meta']

/** The balances of an honest payment, as a node shows them for a transaction with these accounts. */
function asAdvanced(honest: Meta, accounts: readonly string[]): Meta {
  const index = (owner: string | undefined) => accounts.indexOf(lab.usdcOf(owner ?? ''))
  const moved = (held: Meta['preTokenBalances']) =>
    (held ?? []).map((one) => ({ ...one, accountIndex: index(one.owner) }))
  return {
    ...honest,
    preBalances: accounts.map(() => 0),
    postBalances: accounts.map(() => 0),
    preTokenBalances: moved(honest.preTokenBalances),
    postTokenBalances: moved(honest.postTokenBalances),
  }
}
