import { expect, test } from 'vitest'

import { readRobots } from '../files/robots.ts'
import { choosePages } from './choose-pages.ts'

const choose = (given: Partial<Parameters<typeof choosePages>[0]>) =>
  choosePages({
    start: 'https://acme.example/start',
    sitemap: [],
    links: [],
    robots: null,
    seen: new Set(['acme.example/start']),
    most: 10,
    ...given,
  })
const links = (...paths: string[]) =>
  paths.map((path) => ({ url: new URL(path, 'https://acme.example/').href, text: '' }))
const paths = (pages: readonly string[]) => pages.map((page) => new URL(page).pathname)

test('the root comes first, then the sitemap by priority, then links by what they promise and how deep they are', () => {
  const { pages } = choose({
    sitemap: [
      { url: 'https://acme.example/low', priority: 0.2 },
      { url: 'https://acme.example/usual', priority: null },
      { url: 'https://acme.example/high', priority: 0.9 },
    ],
    links: links('/a/b/c', '/z', '/about'),
  })
  expect(paths(pages)).toEqual(['/', '/high', '/usual', '/low', '/about', '/z', '/a/b/c'])
})

test('other sites, files, what was seen and links that do something are left out', () => {
  const { pages } = choose({
    links: [
      ...links(
        '/start/',
        '/logo.png',
        '/report.pdf',
        '/logout',
        '/?add-to-cart=7',
        '/wp-admin/',
        '/x?action=delete',
        '/ok',
      ),
      { url: 'https://other.example/', text: '' },
      { url: 'https://www.acme.example/ok/', text: '' },
    ],
  })
  expect(pages).toEqual(['https://acme.example/', 'https://acme.example/ok'])
})

test('what robots.txt forbids is counted and not read', () => {
  const robots = readRobots('User-agent: *\nDisallow: /private')
  const { pages, disallowed } = choose({ robots, links: links('/private/a', '/private/b', '/open') })
  expect(paths(pages)).toEqual(['/', '/open'])
  expect(disallowed).toBe(2)
})

test('no more pages of a site are chosen than asked for', () => {
  expect(choose({ links: links('/a', '/b', '/c'), most: 2 }).pages).toHaveLength(2)
})
