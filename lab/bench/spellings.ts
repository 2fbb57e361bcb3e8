import { columns, type Spelling } from './data.ts'

/** Returns a spelling that changes the values of one column. */
const changed = (name: string, column: (typeof columns)[number], change: (value: string) => string): Spelling => ({
  name,
  encoding: 'utf8',
  cells: (values) => values.map((value, at) => (columns[at] === column ? change(value) : value)),
})

const inGroups = (amount: string): string => Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })

export const spellings: readonly Spelling[] = [
  changed('times as JavaScript writes them', 'created_at', (time) => `${time.replace(' ', 'T')}.000Z`),
  changed('days before months', 'created_at', (time) => time.replace(/^(\d+)-(\d+)-(\d+)/, '$3/$2/$1')),
  changed('True and False', 'active', (word) => word.replace(/^./, (letter) => letter.toUpperCase())),
  changed('commas in numbers', 'amount', inGroups),
  changed('dollars before numbers', 'amount', (amount) => `$${amount}`),
  changed('NULL for every third number', 'quantity', (count) => (Number(count) % 3 === 0 ? 'NULL' : count)),
  changed('exponents', 'amount', (amount) => `${amount}e0`),
  { name: 'letters of Windows-1252', encoding: 'latin1', cells: (values) => values },
]
