/** Makes the slug of a listing: words of its title and the last ten hex digits of its id, so that slugs are unique. */
export function newSlug(title: string, id: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  const end = id.replaceAll('-', '').slice(-10)
  return words === '' ? `listing-${end}` : `${words}-${end}`
}
