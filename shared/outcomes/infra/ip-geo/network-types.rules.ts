/** Networks known by number for what hangs on them; ids are autonomous system numbers. */
export const HOSTING: ReadonlySet<number> = new Set([
  // Amazon, Google Cloud, Microsoft, Oracle, IBM/SoftLayer, Alibaba, Tencent, Huawei, Baidu
  16509, 14618, 8987, 396982, 15169, 19527, 8075, 8068, 31898, 36351, 45102, 37963, 24429, 132203, 45090, 136907, 55990,
  38365,
  // Cloudflare, Fastly, Akamai, Edgio, CDN77/DataCamp, Bunny, Imperva, StackPath, Gcore
  13335, 209242, 54113, 20940, 16625, 12222, 15133, 22822, 60068, 212238, 200325, 19551, 33438, 199524,
  // DigitalOcean, Linode, Vultr, OVH, Hetzner, Scaleway, Leaseweb, Contabo, Ionos, Aruba, Netcup, UpCloud, Kamatera
  14061, 63949, 20473, 16276, 35540, 24940, 213230, 12876, 29447, 60781, 28753, 30633, 51167, 40021, 8560, 31034,
  197540, 202053, 36007, 204548,
  // Equinix Metal, M247, HostRoyale, Choopa, ColoCrossing, QuadraNet, Psychz, Rackspace, GoDaddy, DreamHost, Hostinger
  54825, 9009, 203020, 36352, 8100, 40676, 33070, 19994, 27357, 26496, 26347, 47583,
  // Fly.io, Vercel, Render, Heroku rides on Amazon, PythonAnywhere too; Yandex Cloud, Selectel, Timeweb, Beget
  40509, 395747, 397273, 200350, 49505, 50340, 9123, 198610,
])

export const MOBILE: ReadonlySet<number> = new Set([
  // United States and Canada
  21928, 22394, 6167, 20057, 10507, 3651, 393494, 852, 36992,
  // Europe, the former Soviet Union
  30722, 25135, 12430, 16232, 206067, 12361, 47377, 29247, 25159, 31213, 31163, 8402, 31133, 25513, 15895, 34058, 21497,
  // Asia, Africa, Latin America
  55836, 45609, 38266, 9605, 17676, 2516, 9824, 4775, 132199, 23693, 24203, 45727, 36935, 37457, 29465, 26599, 26615,
  22085,
])

export const RESIDENTIAL: ReadonlySet<number> = new Set([
  // Comcast, Charter, Cox, Verizon Fios, AT&T, CenturyLink, Frontier, Altice, Mediacom, WOW, Shaw, Rogers, Bell, Vidéotron
  7922,
  33491, 20115, 11427, 11426, 10796, 20001, 33363, 12271, 22773, 701, 7018, 209, 5650, 6128, 30036, 12083, 6327, 812,
  577, 5769,
  // Deutsche Telekom, Vodafone DE, 1&1, Orange, Free, SFR, Bouygues, BT, Sky, Virgin Media, TalkTalk, KPN, Ziggo, Telenet
  3320,
  3209, 31334, 8881, 3215, 12322, 15557, 5410, 2856, 5607, 5089, 13285, 1136, 33915, 6848,
  // Telefónica, Telecom Italia, Fastweb, Swisscom, A1, Telia, Telenor, TDC, Orange PL, Turk Telekom, Telstra, TPG, Spark
  3352,
  3269, 12874, 3303, 8447, 3301, 2119, 3292, 5617, 9121, 1221, 7545, 4771,
  // NTT OCN, KDDI, SoftBank BB, KT, SK Broadband, LG U+, Chunghwa, HKT, China Telecom, China Unicom, Airtel, BSNL
  4713, 2518, 4766, 9318, 17858, 3462, 4760, 4134, 4837, 24560, 9829,
  // Claro, Vivo, Telmex
  28573, 27699, 8151,
])

/** By the name of whoever runs a network, where its number says nothing; the first that fits counts. */
export const BY_NAME: readonly {
  id: string
  type: 'hosting' | 'mobile' | 'education' | 'residential'
  name: RegExp
}[] = [
  {
    id: 'education-name',
    type: 'education',
    name: /\b(?:universit\w*|universidad\w*|hochschule|college|school|polytechnic\w*|research and education|nren|edu)\b|\bacademic network/i,
  },
  {
    id: 'mobile-name',
    type: 'mobile',
    name: /\b(?:mobile|mobility|wireless|cellular|gsm|lte|cellco)\b/i,
  },
  {
    id: 'hosting-name',
    type: 'hosting',
    name: /\b(?:hosting|hosted|host|data ?cent(?:er|re)s?|colocation|colo|cloud|servers?|vps|dedicated|cdn|webhost\w*)\b/i,
  },
  {
    id: 'residential-name',
    type: 'residential',
    name: /\b(?:broadband|cable|dsl|fiber|fibre|ftth|cablevision|internet service provider|telecom\w*|telekom\w*)\b/i,
  },
]
