/** Words that name columns far more often than they are values; read case-insensitively, by whole header words. */
export const HEADER_WORDS: ReadonlySet<string> = new Set(
  `id uuid guid key name title first last middle surname email mail phone tel mobile fax address street city town state
  province region country zip postcode postal code date time datetime timestamp created updated modified deleted start end
  year month day week hour amount price cost total subtotal tax fee net gross currency quantity qty count number num no
  status type kind category group label tag tags description note notes comment comments text message subject body url link
  website domain host ip user username login password role gender sex age birthday dob company organisation organization
  department team owner author product item sku brand model size color colour weight height width length score rating rank
  value result lat latitude lng lon longitude order invoice customer client vendor supplier account balance debit credit
  language locale version source target parent children active enabled
  nombre apellido fecha correo ciudad pais nom prenom ville pays vorname nachname strasse ort datum betrag`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
