import { describe, expect, test } from 'vitest'

import { assessDestructive } from '../assess.ts'

const rules = (action: string) => assessDestructive({ action }).findings.map(({ rule_id }) => rule_id)

describe('a condition that every row meets is none', () => {
  test.each([
    'customer_id > 0',
    'customer_id >= 1',
    '0 < order_id',
    'id <> -1',
    'id != 0',
    'uuid IS NOT NULL',
    'NOT (id IS NULL)',
    'id NOT IN (0, -1)',
    'id BETWEEN 1 AND 99999999',
    'id < 2147483647',
    '3 + 4 = 7',
    '2 * 2 > 3',
    "'a' || 'b' = 'ab'",
    '5 BETWEEN 1 AND 9',
    '7 IN (3, 7)',
    'email = email',
    'email <=> email',
    'x IS NOT DISTINCT FROM x',
    'x IS NULL OR x IS NOT NULL',
    'price < 5 OR price >= 5',
    "state = 'a' OR state <> 'a'",
    "name LIKE '%' || '%'",
    "name ~ '.*'",
    "name REGEXP '^'",
    'length(name) >= 0',
    "created_at > '1970-01-01'",
    'created_at <= now()',
    'EXISTS (SELECT 1)',
    'id IN (SELECT id FROM orders)',
    'id = ANY (SELECT id FROM orders)',
    'id IN (SELECT id FROM orders WHERE 1 = 1)',
    'NOT EXISTS (SELECT 1 FROM orders WHERE 1 = 2)',
    'CASE WHEN 2 > 1 THEN TRUE ELSE FALSE END',
    'order_id > 0 AND email = email',
    "status = 'open' OR id > 0",
  ])('%s', (condition) => {
    expect(rules(`DELETE FROM orders WHERE ${condition}`)).toContain('sql.delete-without-where')
    expect(rules(`UPDATE orders SET total = 0 WHERE ${condition}`)).toContain('sql.update-without-where')
  })

  test.each([
    'DELETE FROM orders USING orders AS o WHERE orders.id = o.id',
    'DELETE FROM public.orders a USING public.orders b WHERE a.id = b.id',
    'UPDATE orders SET total = 0 FROM orders twin WHERE orders.id = twin.id',
    'DELETE a FROM orders a INNER JOIN orders b ON a.id = b.id WHERE a.ref = b.ref',
  ])('by a join with itself: %s', (statement) => {
    expect(rules(statement).some((id) => id.endsWith('without-where'))).toBe(true)
  })
})

describe('a condition that picks rows out is one', () => {
  test.each([
    'id > 5000',
    'id = 7',
    'id IN (4, 5)',
    'id BETWEEN 10 AND 20',
    'deleted_at IS NOT NULL',
    'quantity > 0',
    "name LIKE 'A%'",
    'id IN (SELECT order_id FROM refunds)',
    'id IN (SELECT id FROM archived_orders)',
    "id IN (SELECT id FROM orders WHERE state = 'old')",
    'EXISTS (SELECT 1 FROM refunds WHERE refunds.order_id = orders.id)',
    'created_at < now() - interval 30',
    "created_at > '2026-01-01'",
    "state = 'a' OR state = 'b'",
    'price < 5 OR price > 5',
    '2 > 3 OR id = 4',
  ])('%s', (condition) => {
    expect(rules(`DELETE FROM orders WHERE ${condition}`)).toEqual(['sql.delete-where'])
  })

  test('also with another table beside it', () => {
    expect(rules('DELETE FROM orders USING refunds r WHERE orders.id = r.id')).toEqual(['sql.delete-where'])
  })
})
