// Pays the 402 of an outcome with a wallet of the browser: on Solana by the wallet standard, on Base by EIP-6963. It is loaded
// by a click on that choice. A wallet signs one payment of the amount that it shows; the form brings it to the server.
const [BASE, SOLANA] = ['eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
const [BASE_CHAIN, SOLANA_CHAIN] = ['0x2105', 'solana:mainnet']
const form = document.querySelector('#run')
const box = document.querySelector('#wallets')
const list = box.querySelector('select')
const said = box.querySelector('[role=status]')
const wallets = new Map()

class Stop extends Error {}

function add(key, network, name, wallet) {
  if (wallets.has(key)) return
  wallets.set(key, { network, wallet })
  const option = document.createElement('option')
  option.value = key
  option.textContent = `${name} (${network === BASE ? 'Base' : 'Solana'})`
  list.append(option)
  list.disabled = false
  said.textContent = ''
}

function findOnSolana() {
  const register = (...found) => {
    for (const wallet of found)
      if (wallet.features['solana:signTransaction'] && wallet.chains.includes(SOLANA_CHAIN))
        add(`solana ${wallet.name}`, SOLANA, wallet.name, wallet)
    return () => {}
  }
  const api = Object.freeze({ register })
  addEventListener('wallet-standard:register-wallet', ({ detail }) => detail(api))
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
}

function findOnBase() {
  addEventListener('eip6963:announceProvider', ({ detail: { info, provider } }) =>
    add(`base ${info.uuid}`, BASE, info.name, provider),
  )
  dispatchEvent(new Event('eip6963:requestProvider'))
}

/** What the call costs, as its 402 says; with a payer also the transaction to sign on Solana. */
async function askTerms(more = {}) {
  const fields = new URLSearchParams(new FormData(form))
  for (const name of ['key', 'payment']) fields.delete(name)
  for (const [name, value] of Object.entries(more)) fields.set(name, value)
  const answer = await fetch(form.action, { method: 'POST', body: fields, headers: { accept: 'application/json' } })
  const body = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new Stop(body.error ?? 'The price could not be asked for.')
  return body
}

const acceptedOn = ({ accepts }, network) => {
  const accepted = accepts.find((one) => one.network === network)
  if (accepted === undefined) throw new Stop('This service takes no payments on the chain of this wallet.')
  return accepted
}

const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const bytesOf = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

async function signOnSolana({ features, accounts }) {
  const signsWith = (all) => all.find(({ chains }) => chains.includes(SOLANA_CHAIN))
  const account = signsWith(accounts) ?? signsWith((await features['standard:connect'].connect()).accounts)
  if (account === undefined) throw new Stop('This wallet shows no account on Solana.')
  const { required, transaction } = await askTerms({ payer: account.address })
  const accepted = acceptedOn(required, SOLANA)
  const [signed] = await features['solana:signTransaction'].signTransaction({
    account,
    transaction: bytesOf(transaction),
    chain: SOLANA_CHAIN,
  })
  return { required, accepted, payload: { transaction: base64(signed.signedTransaction) } }
}

const FIELDS = [
  ['from', 'address'],
  ['to', 'address'],
  ['value', 'uint256'],
  ['validAfter', 'uint256'],
  ['validBefore', 'uint256'],
  ['nonce', 'bytes32'],
].map(([name, type]) => ({ name, type }))
const DOMAIN = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
].map(([name, type]) => ({ name, type }))

async function signOnBase(provider) {
  const ask = (method, params = []) => provider.request({ method, params })
  const [from] = await ask('eth_requestAccounts')
  if ((await ask('eth_chainId')) !== BASE_CHAIN) await ask('wallet_switchEthereumChain', [{ chainId: BASE_CHAIN }])
  // A playground has the chain id of Base. A signature for it would be good on the real chain, too.
  if (box.dataset.realBase !== undefined) {
    const first = await ask('eth_getBlockByNumber', ['0x0', false])
    if (typeof first?.hash !== 'string' || first.hash.toLowerCase() === box.dataset.realBase)
      throw new Stop('This is a playground, and the wallet is on the real Base: no real money is paid here.')
  }
  const { required } = await askTerms()
  const accepted = acceptedOn(required, BASE)
  const authorization = {
    from,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: '0',
    validBefore: String(Math.floor(Date.now() / 1000) + accepted.maxTimeoutSeconds),
    nonce: `0x${Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
  }
  const { name, version } = accepted.extra
  const typed = {
    types: { EIP712Domain: DOMAIN, TransferWithAuthorization: FIELDS },
    domain: { name, version, chainId: Number(BASE_CHAIN), verifyingContract: accepted.asset },
    primaryType: 'TransferWithAuthorization',
    message: authorization,
  }
  const signature = await ask('eth_signTypedData_v4', [from, JSON.stringify(typed)])
  return { required, accepted, payload: { signature, authorization } }
}

/** Has the chosen wallet sign, and puts the payment in the form. */
async function pay() {
  const chosen = wallets.get(list.value)
  if (chosen === undefined) throw new Stop(box.dataset.empty)
  said.textContent = 'The wallet asks you to sign.'
  const sign = chosen.network === BASE ? signOnBase : signOnSolana
  const { required, accepted, payload } = await sign(chosen.wallet)
  const { resource, extensions = {} } = required
  const text = JSON.stringify({ x402Version: 2, resource, accepted, payload, extensions })
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name: 'payment', value: base64(new TextEncoder().encode(text)) })
  field.setAttribute('form', form.id)
  // The answer takes its place. If none comes, Run sends the same payment again, and it is paid once.
  document.querySelector('#answer').append(field)
  said.textContent = 'Signed.'
}

const isChosen = () => form.elements.pay?.value === 'wallet'
const show = () => {
  box.hidden = !isChosen()
  if (isChosen() && wallets.size === 0) said.textContent = box.dataset.empty
}

let isPaying = false
document.addEventListener('htmx:confirm', (event) => {
  if (event.detail.elt !== form || !isChosen() || new FormData(form).get('payment')) return
  event.preventDefault()
  if (isPaying) return
  isPaying = true
  pay()
    .then(() => event.detail.issueRequest(true))
    .catch((error) => {
      const why = error?.code === 4001 || /reject|declin|denied/i.test(error?.message ?? '') ? 'You declined.' : ''
      said.textContent = `${error instanceof Stop ? error.message : why || 'The wallet did not sign.'} Nothing was charged.`
    })
    .finally(() => (isPaying = false))
})
form.addEventListener('change', show)
document.addEventListener('htmx:afterSettle', () => (said.textContent = ''))
findOnSolana()
findOnBase()
show()
