const date = (day: number): string => `${String(day).padStart(2, '0')}/02/2024`

/** The file of the examples: a date in its third column is not one. */
export const peopleFile = [
  'Id,Name,Joined',
  ...['Zoë', 'Søren', 'Ann', 'José'].map((name, at) => `${at + 1},${name},${date(at + 13)}`),
  '5,Max,soon',
  '',
].join('\n')

export const openByUpload = {
  name: 'people.csv',
  bytes: new TextEncoder().encode(peopleFile).length,
  spec: { output: { dialect: 'postgresql' }, columns: [{ index: 2, type: 'date' }] },
}
export const openByUrl = { url: 'https://example.com/people.csv.gz', spec: { output: { dialect: 'mysql' } } }
export const openByContent = {
  content: 'id,name\n1,Ann\n',
  name: 'people.csv',
  spec: { output: { dialect: 'postgresql' } },
}
export const openCase = { consent: true, share: 'report', note: 'The second column should be a date.' }
