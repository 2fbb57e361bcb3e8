import { describe, expect, test } from 'vitest'
import { commentLines } from '../../../container/engine/detect/comment-lines.ts'
import { converted } from '../support.ts'

const csv = { dialect: 'postgresql', format: 'csv' } as const

describe('comments at the top', () => {
  test.each([
    ['prose', '# made by x\n# on monday\nid,name\n1,a\n', 2],
    ['prose with as many separators', '# made by x, y\n#\nid,name\n1,a\n', 2],
    ['facts in pairs', '#source,export\n#date,2024\nid,name\n1,a\n', 2],
    ['names only', '#id,name\n1,a\n2,b\n', 0],
    ['names without rows', '%id,name\n', 0],
    ['prose and names', '##version=4\n##INFO=<a="b, c">\n#CHROM\tPOS\tREF\n1\t100\tA\n', 2],
    ['prose and separate names', '# made by x\n# id;name;size\n1;a;2\n', 1],
    ['rows', '#1,a\n#2,b\n#3,c\n', 0],
    ['rows, some of them', '#1,a\n#2,b\n3,c\n4,d\n', 0],
    ['prose, names and rows', '# x\n#id,name\n#1,a\n2,b\n', 1],
    ['words', '#red\n#green\n', 0],
    ['nothing else', '# a\n# b\n', 2],
    ['of alignments', '@HD\tVN:1.0\n@SQ\tSN:chr1\tLN:99\n@SQ\tSN:chr2\tLN:98\nchr1\t1\t9\n', 3],
    ['of alignments, names below', '@RG\tID:a\tSM:b\nCONTIG\tSTART\tEND\n1\t5\t9\n', 1],
    ['names of people elsewhere', '@ann\t5\n@bob\t6\n', 0],
    ['none', 'id,name\n# 1,a\n', 0],
  ])('%s', (_, text, lines) => {
    expect(commentLines(text)).toBe(lines)
  })

  test.each([
    [
      'of a buoy, with units below them',
      '#YY  MM DD hh TIDE\n#yr  mo dy hr   ft\n2024 01 31 18  1.5\n2024 01 31 19 12.5\n',
      'YY,MM,DD,hh,TIDE',
    ],
    [
      'of Weka, which writes an attribute for each',
      "% a remark\n\n@relation iris\n@attribute 'petal length' numeric\n@ATTRIBUTE kind {a, b}\n\n@data\n1.5,a\n2.5,b\n?,a\n",
      'petal length,kind',
    ],
  ])('give the names %s', async (_, text, names) => {
    const output = { ...csv, column_names: 'as_written' } as const
    const { script, report } = await converted(text, { output }, 't.txt')
    expect(script.split('\r\n')[0]).toBe(names)
    expect(report.rows.rejected).toBe(0)
    expect(report.notes).toContain('The column names come from the comments above the table.')
  })

  test.each(['#made by the office\n2024 01 31 18\n2024 01 31 19\n', '# YY MM DD hh\n1,2,3,4\n5,6,7,8\n'])(
    'give no names if they are prose, or the columns are not separated by spaces: %j',
    async (text) => {
      const { script } = await converted(text.replace('office', 'office (x)'), { output: csv }, 't.txt')
      expect(script).toMatch(/^column_1,/)
    },
  )

  test('are reported, and rows keep their numbers', async () => {
    const { script, report } = await converted('# a\n# b\nid,name,day\n1,"x,y" z,mon\n2,z,tue\n', { output: csv })
    expect(script).toBe('id,name,day\r\n2,z,tue\r\n')
    expect(report.problems).toMatchObject([{ code: 'stray_quote', row: 4 }])
    expect(report.input.header_row).toBe(3)
    expect(report.notes).toContain('2 comment lines above the table were left out.')
  })

  test('do not make a later row a comment if it begins with the same character', async () => {
    const { script, report } = await converted('##x\n#CHROM\tPOS\n1\t5\n2\t6\n', { output: csv }, 't.vcf')
    expect(script).toBe('chrom,pos\r\n1,5\r\n2,6\r\n')
    expect(report.input.header_row).toBe(2)
    expect((await converted('#1,a\n#2,b\n3,c\n', { output: csv, input: { header_row: 1 } })).script).toContain('#2,b')
  })

  test('do not include a header row that the spec names', async () => {
    const { script } = await converted('# id\n# name\nx\n', { output: csv, input: { header_row: 2 } })
    expect(script).toBe('name\r\nx\r\n')
  })

  test('may follow the line that names the separator', async () => {
    const { script, report } = await converted('sep=;\n# a\nid;name\n1;x\n', { output: csv })
    expect(script).toBe('id,name\r\n1,x\r\n')
    expect(report.input.header_row).toBe(2)
  })

  test.each(['\n', '\r\n', '\r'])('may end in %j at any chunk boundary', async (end) => {
    for (const length of [1 << 16, (1 << 16) - 1, (1 << 16) - 2]) {
      const text = [`# ${'c'.repeat(length - 2)}`, '# d', 'id,name', '1,x', ''].join(end)
      expect((await converted(text, { output: csv })).script).toBe('id,name\r\n1,x\r\n')
    }
  })

  test.each([5000, 9000, 100_000])('may be %i lines, however large a share of the text', async (count) => {
    const comments = Array.from({ length: count }, (_, at) => `##contig=<ID=chr${at},length=${at},of="a, b">\n`).join(
      '',
    )
    for (const rows of ['chr1\t5\n', 'chr1\t5\n'.repeat(60_000)]) {
      const { script, report } = await converted(`${comments}#CHROM\tPOS\n${rows}`, { output: csv }, 't.vcf')
      expect(script).toBe(`chrom,pos\r\n${rows.replaceAll('\t', ',').replaceAll('\n', '\r\n')}`)
      expect(report.notes).toEqual([`${count} comment lines above the table were left out.`])
      expect(report.input.header_row).toBe(count + 1)
    }
  })

  test.each([
    [
      'a web server (W3C)',
      '#Version: 1.0\n#Date: 2024-01-01 00:00:00\n#Fields: date time c-ip cs-method\n',
      ' ',
      ['date', 'time', 'c_ip', 'cs_method'],
    ],
    [
      'a server with tabs',
      '#Version: 1.0\n#Fields: date time c-ip cs-method\n',
      '\t',
      ['date', 'time', 'c_ip', 'cs_method'],
    ],
    [
      'Zeek',
      '#separator \\x09\n#path\tconn\n#fields\tday\tat\tid.orig_h\tmethod\n#types\ttime\tstring\taddr\tstring\n',
      '\t',
      ['day', 'at', 'id_orig_h', 'method'],
    ],
    ['too many names', '#Version: 1.0\n#Fields: a b c d e\n', '\t', ['column_1', 'column_2', 'column_3', 'column_4']],
  ])('may name the columns: %s', async (_, comments, separator, names) => {
    const rows = [
      '2024-01-01 00:00:01 10.0.0.1 GET',
      '2024-01-01 00:00:02 10.0.0.2 POST',
      '2024-01-02 00:00:02 10.0.0.3 GET',
    ]
    const text = comments + rows.map((row) => `${row.replaceAll(' ', separator)}\n`).join('')
    const { script, report } = await converted(text, { output: csv }, 't.log')
    expect(script.trimEnd().split('\r\n')).toEqual(
      [names, ...rows.map((row) => row.split(' '))].map((row) => row.join(',')),
    )
    expect(report.columns.map(({ type }) => type)).toEqual(['date', 'time', 'text', 'text'])
    expect(report.rows.rejected).toBe(0)
  })

  test('are rows if all values begin with the character, however many', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => `#${at},tag ${at}`)
    const { report } = await converted(`${rows.join('\n')}\n`, { output: csv })
    expect(report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
  })
})
