/**
 * Coins by market rank, as `id|ticker|name|ticker at Kraken` (ids of CoinGecko; the last only where Kraken trades it under
 * another name than its ticker, `-` where it does not trade it). The order is that of mid-2026, rough below the first
 * thirty: it decides which of several coins of one ticker is meant.
 */
const TABLE = `
bitcoin|BTC|Bitcoin|XBT
ethereum|ETH|Ethereum
tether|USDT|Tether
ripple|XRP|XRP
binancecoin|BNB|BNB
solana|SOL|Solana
usd-coin|USDC|USDC
tron|TRX|TRON
dogecoin|DOGE|Dogecoin|XDG
cardano|ADA|Cardano
hyperliquid|HYPE|Hyperliquid|-
staked-ether|STETH|Lido Staked Ether|-
bitcoin-cash|BCH|Bitcoin Cash
chainlink|LINK|Chainlink
wrapped-bitcoin|WBTC|Wrapped Bitcoin
stellar|XLM|Stellar
leo-token|LEO|LEO Token|-
monero|XMR|Monero
zcash|ZEC|Zcash
litecoin|LTC|Litecoin
sui|SUI|Sui
avalanche-2|AVAX|Avalanche
hedera-hashgraph|HBAR|Hedera|-
ethena-usde|USDE|Ethena USDe|-
dai|DAI|Dai
shiba-inu|SHIB|Shiba Inu
the-open-network|TON|Toncoin
crypto-com-chain|CRO|Cronos|-
polkadot|DOT|Polkadot
uniswap|UNI|Uniswap
mantle|MNT|Mantle
bittensor|TAO|Bittensor
aave|AAVE|Aave
okb|OKB|OKB|-
bitget-token|BGB|Bitget Token|-
near|NEAR|NEAR Protocol
ethereum-classic|ETC|Ethereum Classic
pepe|PEPE|Pepe
internet-computer|ICP|Internet Computer
aptos|APT|Aptos
ethena|ENA|Ethena
ondo-finance|ONDO|Ondo
world-liberty-financial|WLFI|World Liberty Financial|-
paypal-usd|PYUSD|PayPal USD
pax-gold|PAXG|PAX Gold
tether-gold|XAUT|Tether Gold|-
polygon-ecosystem-token|POL|POL (ex-MATIC)
worldcoin-wld|WLD|Worldcoin|-
arbitrum|ARB|Arbitrum
algorand|ALGO|Algorand
cosmos|ATOM|Cosmos Hub
kaspa|KAS|Kaspa
vechain|VET|VeChain|-
filecoin|FIL|Filecoin
render-token|RENDER|Render
gatechain-token|GT|Gate|-
kucoin-shares|KCS|KuCoin|-
flare-networks|FLR|Flare
official-trump|TRUMP|Official Trump
sei-network|SEI|Sei
quant-network|QNT|Quant
bonk|BONK|Bonk
jupiter-exchange-solana|JUP|Jupiter
pump-fun|PUMP|Pump.fun|-
pudgy-penguins|PENGU|Pudgy Penguins
optimism|OP|Optimism
blockstack|STX|Stacks
immutable-x|IMX|Immutable
injective-protocol|INJ|Injective
celestia|TIA|Celestia
lido-dao|LDO|Lido DAO
the-graph|GRT|The Graph
curve-dao-token|CRV|Curve DAO
maker|MKR|Maker
fetch-ai|FET|Artificial Superintelligence Alliance
floki|FLOKI|FLOKI
dogwifcoin|WIF|dogwifhat
first-digital-usd|FDUSD|First Digital USD|-
virtual-protocol|VIRTUAL|Virtuals Protocol
theta-token|THETA|Theta Network|-
raydium|RAY|Raydium
starknet|STRK|Starknet
jito-governance-token|JTO|Jito
pyth-network|PYTH|Pyth Network
gala|GALA|GALA
the-sandbox|SAND|The Sandbox
decentraland|MANA|Decentraland
tezos|XTZ|Tezos
iota|IOTA|IOTA|-
flow|FLOW|Flow
eos|EOS|EOS|-
vaulta|A|Vaulta|-
neo|NEO|NEO|-
bitcoin-cash-sv|BSV|Bitcoin SV|-
ecash|XEC|eCash|-
elrond-erd-2|EGLD|MultiversX|-
axie-infinity|AXS|Axie Infinity
fantom|FTM|Fantom|-
sonic-3|S|Sonic
kava|KAVA|Kava
thorchain|RUNE|THORChain
apecoin|APE|ApeCoin
chiliz|CHZ|Chiliz
conflux-token|CFX|Conflux
ethereum-name-service|ENS|Ethereum Name Service
compound-governance-token|COMP|Compound
synthetix-network-token|SNX|Synthetix
pancakeswap-token|CAKE|PancakeSwap|-
morpho|MORPHO|Morpho
spx6900|SPX|SPX6900
aerodrome-finance|AERO|Aerodrome Finance|-
pendle|PENDLE|Pendle
dydx-chain|DYDX|dYdX
1inch|1INCH|1inch
basic-attention-token|BAT|Basic Attention
zilliqa|ZIL|Zilliqa|-
enjincoin|ENJ|Enjin Coin
0x|ZRX|0x Protocol
yearn-finance|YFI|yearn.finance
sushi|SUSHI|Sushi
loopring|LRC|Loopring
ankr|ANKR|Ankr Network
livepeer|LPT|Livepeer
helium|HNT|Helium|-
arweave|AR|Arweave
mina-protocol|MINA|Mina Protocol
oasis-network|ROSE|Oasis|-
celo|CELO|Celo|-
zksync|ZK|ZKsync
layerzero|ZRO|LayerZero
ether-fi|ETHFI|Ether.fi
eigenlayer|EIGEN|EigenCloud
wormhole|W|Wormhole
axelar|AXL|Axelar
blur|BLUR|Blur
gmx|GMX|GMX
rocket-pool|RPL|Rocket Pool
frax|FRAX|Legacy Frax Dollar|-
true-usd|TUSD|TrueUSD
gemini-dollar|GUSD|Gemini Dollar|-
paxos-standard|USDP|Pax Dollar|-
euro-coin|EURC|EURC
usds|USDS|USDS
ripple-usd|RLUSD|Ripple USD
usd1-wlfi|USD1|USD1
wrapped-steth|WSTETH|Wrapped stETH|-
coinbase-wrapped-btc|CBBTC|Coinbase Wrapped BTC|-
coinbase-wrapped-staked-eth|CBETH|Coinbase Wrapped Staked ETH|-
rocket-pool-eth|RETH|Rocket Pool ETH|-
weth|WETH|WETH|-
wrapped-solana|WSOL|Wrapped SOL|-
msol|MSOL|Marinade Staked SOL
jito-staked-sol|JITOSOL|Jito Staked SOL|-
bitcoin-gold|BTG|Bitcoin Gold|-
dash|DASH|Dash
decred|DCR|Decred|-
digibyte|DGB|DigiByte|-
ravencoin|RVN|Ravencoin|-
qtum|QTUM|Qtum
waves|WAVES|Waves|-
nem|XEM|NEM|-
icon|ICX|ICON
ontology|ONT|Ontology|-
lisk|LSK|Lisk
siacoin|SC|Siacoin
holotoken|HOT|Holo|-
harmony|ONE|Harmony|-
kusama|KSM|Kusama
moonbeam|GLMR|Moonbeam
astar|ASTR|Astar
ocean-protocol|OCEAN|Ocean Protocol
singularitynet|AGIX|SingularityNET|-
numeraire|NMR|Numeraire
storj|STORJ|Storj
skale|SKL|SKALE
amp-token|AMP|Amp|-
mask-network|MASK|Mask Network
band-protocol|BAND|Band Protocol
balancer|BAL|Balancer
uma|UMA|UMA
request-network|REQ|Request
civic|CVC|Civic
kyber-network-crystal|KNC|Kyber Network Crystal
bancor|BNT|Bancor Network
orca|ORCA|Orca
drift-protocol|DRIFT|Drift Protocol
kamino|KMNO|Kamino
popcat|POPCAT|Popcat
cat-in-a-dogs-world|MEW|cat in a dogs world
brett|BRETT|Brett|-
toshi|TOSHI|Toshi
mog-coin|MOG|Mog Coin
turbo|TURBO|Turbo
fartcoin|FARTCOIN|Fartcoin
grass|GRASS|Grass
io|IO|io.net|-
akash-network|AKT|Akash Network
beam-2|BEAM|Beam|-
ronin|RON|Ronin|-
superfarm|SUPER|SuperVerse
story-2|IP|Story|-
berachain-bera|BERA|Berachain
kaito|KAITO|KAITO
walrus-2|WAL|Walrus|-
plasma|XPL|Plasma
aster-2|ASTER|Aster|-
monad|MON|Monad
terra-luna|LUNC|Terra Luna Classic|LUNA
terra-luna-2|LUNA|Terra|LUNA2
safe|SAFE|Safe|-
gnosis|GNO|Gnosis
matic-network|MATIC|Polygon (old MATIC)|-
`

/** One coin as everybody calls it. */
export type Coin = {
  /** Of CoinGecko. */
  id: string
  symbol: string
  name: string
  /** By market value; 1 is the first. */
  rank: number | null
  /** Ticker at Kraken; null where it is not traded there. */
  kraken: string | null
}

export const COINS: readonly Coin[] = TABLE.trim()
  .split('\n')
  .map((line, index) => {
    const [id = '', symbol = '', name = '', kraken = symbol] = line.split('|')
    return { id, symbol, name, rank: index + 1, kraken: kraken === '-' ? null : kraken }
  })

/** Other words for a coin than its id, ticker and name. */
export const COIN_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    xbt: 'bitcoin',
    bitcoins: 'bitcoin',
    ether: 'ethereum',
    xdg: 'dogecoin',
    doge: 'dogecoin',
    lumens: 'stellar',
    lumen: 'stellar',
    toncoin: 'the-open-network',
    polygon: 'polygon-ecosystem-token',
    avalanche: 'avalanche-2',
    hedera: 'hedera-hashgraph',
    bnb: 'binancecoin',
    'binance coin': 'binancecoin',
    'usd coin': 'usd-coin',
    'near protocol': 'near',
    cosmos: 'cosmos',
    stacks: 'blockstack',
    jupiter: 'jupiter-exchange-solana',
    cronos: 'crypto-com-chain',
    render: 'render-token',
    rndr: 'render-token',
    worldcoin: 'worldcoin-wld',
    injective: 'injective-protocol',
    optimism: 'optimism',
    dogwifhat: 'dogwifcoin',
  }),
)

/** Fungible tokens and native coins by CAIP-19, as far as they are worth naming. */
export const CAIP19: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'bip122:000000000019d6689c085ae165831e93/slip44:0': 'bitcoin',
    'bip122:12a765e31ffd4059bada1e25190f6e98/slip44:2': 'litecoin',
    'eip155:1/slip44:60': 'ethereum',
    'eip155:8453/slip44:60': 'ethereum',
    'eip155:10/slip44:60': 'ethereum',
    'eip155:42161/slip44:60': 'ethereum',
    'eip155:56/slip44:714': 'binancecoin',
    'eip155:137/slip44:966': 'polygon-ecosystem-token',
    'eip155:43114/slip44:9005': 'avalanche-2',
    'eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 'usd-coin',
    'eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': 'usd-coin',
    'eip155:1/erc20:0xdac17f958d2ee523a2206206994597c13d831ec7': 'tether',
    'eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f': 'dai',
    'eip155:1/erc20:0x2260fac5e5542a773aa44fbcfedf7c193bc2c599': 'wrapped-bitcoin',
    'eip155:1/erc20:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': 'weth',
    'eip155:8453/erc20:0x4200000000000000000000000000000000000006': 'weth',
    'eip155:1/erc20:0x514910771af9ca656af840dff83e8264ecf986ca': 'chainlink',
    'eip155:1/erc20:0x1f9840a85d5af5bf1d1762f925bdaddc4201f984': 'uniswap',
    'solana:5eykt4usfv8p8njdtrepy1vzqkqzkvdp/slip44:501': 'solana',
    'solana:5eykt4usfv8p8njdtrepy1vzqkqzkvdp/token:epjfwdd5aufqssqem2qn1xzybapc8g4weggkzwytdt1v': 'usd-coin',
    'solana:5eykt4usfv8p8njdtrepy1vzqkqzkvdp/token:es9vmfrzacermjfrf4h2fyd4kconky11mcce8benwnyb': 'tether',
  }),
)
