/** The words beside a value that say which of several it is, folded, in six languages: before it and after it. */
export type RoleWords = { before: string; after: string }

export const ALLOWANCE: Readonly<Record<'owner' | 'spender', RoleWords>> = {
  owner: {
    before: `owner|owners|holder|from|my|our|mine|wallet|wallets|treasury|granted by|approved by|given by|belonging to|out of|whose|of|eigentumer|inhaber|besitzer|wallet-inhaber|von|meine?[rnms]?|unsere?[rnms]?|aus|propietari[oa]|duen[oa]|titular|mi|nuestr[oa]|de|proprietaire|titulaire|detenteur|ma|mon|notre|所有者|持有人|我的|我们的|持有者|保有者|私の|自分の|当社の`,
    after: `owner|the owner|own(?:s|ed)|my (?:wallet|address)|our (?:wallet|treasury|address)|wallet|gave|has given|have given|has granted|granted|approved|has approved|has allowed|allowed|let|lets|['’]s|eigentumer|inhaber|erlaubt|hat|propietari[oa]|titular|autorizo|proprietaire|titulaire|a autorise|所有者|持有人|が許可|の所有者|授权`,
  },
  spender: {
    before: `spender|router|contract|dex|exchange|protocol|pool|vault|marketplace|dapp|app|bot|agent|may|can|could|does|do|is|by|let|allow|allowed|allows|approved|to|for|gave|granted|given|delegate|permit2?|spend by|ausgebende[rn]?|darf|kann|konnte|vertrag|router-vertrag|an|durch|gastador|puede|contrato|para|a|depensier|depensant|peut|pourrait|contrat|autorise|a|授权给|合约|支出方|花费者|允许|コントラクト|支出者|に許可した`,
    after: `spender|the spender|may|can|could|might|still|spends?|pulls?|takes?|is allowed|allowed to|is the (?:spender|router|contract)|is a (?:contract|router|spender)|router|contract|darf|kann|ausgeben|abziehen|abheben|puede|gastar|peut|depenser|可以|能|能花|合约|が使え|が引き出せ|は引き出せ|に許可`,
  },
}

export const TRANSFER: Readonly<Record<'from' | 'to', RoleWords>> = {
  from: {
    before: `from|sent by|paid by|payments? by|transfers? by|out of|sender|senders|payer|leaving|left|originating (?:from|at)|buyer|von|vom|aus|absender|zahler|gesendet von|desde|de|remitente|pagador|emisor|enviad[oa]s? por|depuis|expediteur|payeur|envoyes? par|par|从|来自|付款方|付款人|发送方|転出元|送信元|送金元|支払者|支払元`,
    after: `sent|has sent|paid|pays|is the (?:sender|payer)|sender|payer|as (?:sender|payer|the sender|the payer)|から|より|转出|付出|发出|gesendet|gezahlt|envio|pago|a envoye|a paye`,
  },
  to: {
    before: `to|into|received by|recipient|receiver|payee|arriv(?:ed|ing|es?) (?:at|in|on)|landed (?:in|at|on)|reach(?:ed|es|ing)?|pay ?to|payto|merchant|seller|incoming (?:at|to|on)|in|at|on|nach|an|empfanger|eingegangen (?:bei|auf)|auf|bei|hacia|para|destinatari[oa]|receptor|beneficiario|recibid[oa]s? (?:por|en)|a|en|vers|destinataire|beneficiaire|recus? (?:par|sur)|sur|到|转给|转入|转到|收款方|收款人|接收方|宛先|受取人|送金先|受信側`,
    after: `received|has received|receives|is the (?:receiver|recipient|payee)|recipient|receiver|payee|as (?:recipient|receiver|payee|the recipient|the payee)|に|へ|宛|收到|转入|erhalten|empfangen|recibio|a recu`,
  },
}

export const HOLDING: Readonly<Record<'holder' | 'token', RoleWords>> = {
  holder: {
    before: `wallet|account|holder|owner|held by|held in|balance of|balances? (?:in|at)|in|at|for|konto|inhaber|guthaben von|cartera|cuenta|titular|saldo de|portefeuille|compte|titulaire|solde de|钱包|账户|持有人|ウォレット|保有者`,
    after: `holds?|has|have|own(?:s)?|wallet|holder|owner|besitzt|halt|hat|tiene|posee|detient|possede|持有|の保有|の残高`,
  },
  token: {
    before: `token|contract|coin|erc-?20|asset|currency|token (?:contract|address)|vertrag|munze|moneda|contrato|ficha|jeton|contrat|monnaie|代币|合约|币|トークン|コントラクト`,
    after: `token|contract|coin|tokens?|vertrag|contrato|jeton|contrat|代币|トークン`,
  },
}

export const RIVALRY: Readonly<Record<'us' | 'them', RoleWords>> = {
  us: {
    before: `us|we|we['’]re|we are|our(?: own)?|ours|my|mine|own|home|wir|wir sind|uns|unsere?[rnms]?|unser|eigene[rn]?|meine?[rn]?|nosotros|nosotras|somos|nuestr[oa]|mi|nous|nous sommes|notre|mon|我们|我们的|我司|我方|自家|自社|当社|弊社|うち`,
    after: `us|that['’]?s us|that is us|is us|is our(?:s)?|is mine|is my|our (?:site|company|product|domain|own)|ours|we|das sind wir|sind wir|wir|somos nosotros|nosotros|c['’]est nous|nous|是我们|是我司|が当社|が自社|が弊社`,
  },
  them: {
    before: `with|against|versus|vs|competitors?|rivals?|competition|next to|than|beside|alternatives?|compared (?:to|with)|gegen|mit|wettbewerber[n]?|konkurrent\\w*|konkurrenz|neben|contra|con|frente a|competidor\\w*|rival\\w*|contre|avec|face a|concurrents?|rivaux|与|和|跟|竞争对手|竞品|对手|競合|ライバル|他社`,
    after: `the competitors?|competitors?|rivals?|a rival|is a (?:competitor|rival)|are (?:the |our |my )?(?:competitors|rivals)|wettbewerber|konkurrent\\w*|competidor\\w*|concurrents?|竞争对手|竞品|が競合|が競合他社`,
  },
}

/** What may stand between such a word and its value. */
export const BETWEEN = `is|are|was|being|the|a|an|my|our|their|this|that|site|website|domain|page|company|product|firm|wallet|wallets|address|account|contract|treasury|router|spender|owner|token|at|of|on|base|named|called|here|ones?|ist|sind|die|der|das|den|dem|firma|seite|adresse|konto|vertrag|wallet-adresse|es|son|la|el|los|empresa|sitio|direccion|cartera|cuenta|contrato|est|sont|le|les|l|l['’]|entreprise|portefeuille|compte|contrat|d['’]|de|是|为|地址|钱包|公司|网站|は|が|の|アドレス|サイト|ウォレット`
