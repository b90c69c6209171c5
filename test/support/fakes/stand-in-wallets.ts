/**
 * A script that puts two wallets in a page: one that speaks the wallet standard (Solana), one that is announced by EIP-6963
 * (Base). They sign through `signOnSolana` and `askBase`, which the test exposes to the page.
 */
export const standInWallets = ({ address, key }: { address: string; key: readonly number[] }): string => `
  const own = { address: ${JSON.stringify(address)}, publicKey: Uint8Array.from(${JSON.stringify(key)}), chains: ['solana:mainnet'], features: [] }
  const signTransaction = async ({ transaction }) => {
    const signed = await signOnSolana(btoa(String.fromCharCode(...transaction)))
    return [{ signedTransaction: Uint8Array.from(atob(signed), (char) => char.charCodeAt(0)) }]
  }
  const wallet = {
    version: '1.0.0',
    name: 'Stand-in',
    icon: 'data:image/svg+xml,',
    chains: ['solana:mainnet'],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [own] }) },
      'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy', 0], signTransaction },
    },
  }
  addEventListener('wallet-standard:app-ready', ({ detail }) => detail.register(wallet))
  const provider = { request: ({ method, params }) => askBase(method, params) }
  const info = { uuid: '8d0f9f1e-0000-4000-8000-000000000001', name: 'Stand-in', icon: '', rdns: 'test.stand-in' }
  addEventListener('eip6963:requestProvider', () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) })),
  )
`
