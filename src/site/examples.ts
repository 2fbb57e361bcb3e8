/** Real conversions. A test converts each file and finds these lines in the script. */
export interface Example {
  readonly title: string
  readonly text: string
  readonly fileName: string
  readonly file: string
  readonly sql: string
}

export const examples: readonly Example[] = [
  {
    title: 'Codes stay codes',
    text: 'A column becomes a number only if every value survives unchanged. Leading zeros never disappear.',
    fileName: 'orders.csv',
    file: 'sku;price\n00042;1.234,50\n00107;99,00\n',
    sql: `CREATE TABLE orders (
  sku text NOT NULL,
  price numeric NOT NULL
);
INSERT INTO orders (sku, price) VALUES
('00042', 1234.50),
('00107', 99.00);`,
  },
  {
    title: 'Dates are decided by evidence',
    text: 'The whole column decides between day first and month first, and the report names the row that proves it.',
    fileName: 'invoices.csv',
    file: 'id,due\n1,03/04/2024\n2,25/04/2024\n',
    sql: `CREATE TABLE invoices (
  id bigint NOT NULL,
  due date NOT NULL
);
INSERT INTO invoices (id, due) VALUES
(1, '2024-04-03'),
(2, '2024-04-25');`,
  },
  {
    title: 'Titles are not columns',
    text: 'Title rows above the table are found and left out. Quotes and separators inside values are read correctly.',
    fileName: 'report.csv',
    file: 'Orders 2024;\n;\nid;customer\n1;Zoë\n2;"O\'Neil; Jr"\n',
    sql: `CREATE TABLE report (
  id bigint NOT NULL,
  customer text NOT NULL
);
INSERT INTO report (id, customer) VALUES
(1, 'Zoë'),
(2, 'O''Neil; Jr');`,
  },
]
