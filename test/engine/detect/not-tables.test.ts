import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'

/** Texts that people upload as a table by mistake. */
const refused: readonly (readonly [string, string, string])[] = [
  [
    'C',
    '#include <stdio.h>\n\nint main(void) {\n  int a = 1, b = 2;\n  printf("%d, %d\\n", a, b);\n  return 0;\n}\n',
    'source code',
  ],
  [
    'Python',
    '"""Adds, and more."""\nimport os, sys\n\ndef add(a, b):\n    return a + b\n\nclass Box(object):\n    def __init__(self):\n        self.a = 1\n',
    'source code',
  ],
  [
    'JavaScript',
    'const a = require("x")\nfunction f(a, b) {\n  return [a, b]\n}\nmodule.exports = { f, a }\n',
    'source code',
  ],
  [
    'a printed tibble',
    '# A tibble: 3 \u00d7 3\n      x y         z\n  <int> <chr> <dbl>\n1     1 abc     1.5\n2     2 def     2.5\n3     3 ghi    NA  \n',
    'R printed',
  ],
  [
    'M3U',
    '#EXTM3U\n#EXTINF:123,Artist - Song, part 1\nmusic/song 1.mp3\n#EXTINF:124,Artist - Song\nmusic/song 2.mp3\n',
    'playlist',
  ],
  [
    'objdump',
    '\n/bin/true:     file format elf64-x86-64\n\n\nDisassembly of section .init:\n\n0000000000002000 <.init>:\n    2000:\t48 83 ec 08          \tsub    $0x8,%rsp\n',
    'objdump',
  ],
  [
    'readelf',
    'There are 31 section headers, starting at offset 0x8390:\n\nSection Headers:\n  [Nr] Name              Type             Address           Offset\n',
    'readelf',
  ],
  ['FASTA', '>seq1 a protein\nMKTAYIAKQRQISFVKSHFSRQ\n>seq2 another\nMKTAYIAKQRQISFVKSHFSRQ\n', 'sequences'],
  [
    'GenBank',
    'LOCUS       AB000001    368 bp    mRNA    linear   PLN 05-FEB-1999\nDEFINITION  Some plant, mRNA.\nACCESSION   AB000001\nORIGIN\n        1 gatcctccat atacaacggt\n//\n',
    'sequences',
  ],
  [
    'EMBL',
    'ID   X56734; SV 1; linear; mRNA; STD; PLN; 1859 BP.\nXX\nAC   X56734; S46826;\nXX\nDE   Trifolium repens mRNA\nSQ   Sequence 1859 BP;\n//\n',
    'sequences',
  ],
  ['PHYLIP', '  2 20\nTurkey    AAGCTNGGGC ATTTCAGGGT\nSalmo gair AAGCCTTGGC AGTGCAGGGT\n', 'sequences'],
  ['PAML', '2 20\nTurkey\nAAGCTNGGGCATTTCAGGGT\nSalmo\nAAGCCTTGGCAGTGCAGGGT\n', 'sequences'],
  [
    'a mailbox',
    'From ann@example.com Mon Jan  1 10:00:00 2024\nFrom: Ann <ann@example.com>\nSubject: Hi, you\n\nHello, Bob.\n',
    'email',
  ],
  ['settings', '[core]\nname = x\nvalue = 5, 6\n\n[other]\na = b, c\n', 'settings'],
  ['YAML without its first line', 'name: x\nlist:\n  - a, b\n  - c\nmap:\n  k: v\n', 'YAML'],
  ['a lock file', '# yarn lockfile v1\n\n\nabbrev@1:\n  version "1.1.1"\n', 'lock file'],
  [
    'paragraphs in English',
    'It was the best of times, it was the worst of times.\n\nWe had everything before us, and so on.\n\nWe had nothing before us at all.\n',
    'prose',
  ],
  [
    'paragraphs in French',
    'Longtemps, je me suis couché de bonne heure.\n\nMes yeux se fermaient si vite que je me disais : « Je m’endors. »\n',
    'prose',
  ],
  [
    'paragraphs in Russian',
    'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива.\n\nВсе смешалось в доме Облонских, и жена узнала об этом.\n',
    'prose',
  ],
  ['paragraphs in Japanese', '吾輩は猫である。名前はまだ無い。\n\nどこで生れたか、とんと見当がつかぬ。\n', 'prose'],
  [
    'LDIF',
    'dn: cn=Ann,dc=example,dc=com\nobjectClass: person\ncn: Ann\n\ndn: cn=Bob,dc=example,dc=com\ncn: Bob\n',
    'LDIF',
  ],
  ['SubRip', '1\n00:00:01,000 --> 00:00:04,000\nHello, world.\n\n2\n00:00:05,500 --> 00:00:07,000\nBye\n', 'subtitles'],
  ['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:04.000\nHello there.\n', 'subtitles'],
  ['BibTeX', '@article{knuth84,\n  author = {Donald E. Knuth},\n  year = {1984},\n}\n', 'references'],
  ['RIS', 'TY  - JOUR\nAU  - Knuth, D.\nER  - \n', 'references'],
  ['EDIFACT', "UNB+UNOC:3+SENDER:14+RECEIVER:14+240131:1011+1'\nUNH+1+ORDERS:D:96A:UN'\n", 'EDIFACT'],
  [
    'X12',
    'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *240131*1011*U~\nST*850*0001~\n',
    'X12',
  ],
  ['HL7', 'MSH|^~\\&|LAB|HOSP|EHR|HOSP|20240131101112||ORU^R01|1|P|2.3\rPID|1||123||DOE^JOHN\r', 'HL7'],
  ['QIF', '!Type:Bank\nD01/31/2024\nT-25.00\nPGrocer\n^\n', 'QIF'],
  ['OFX', 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX>\n<STMTTRN><TRNTYPE>DEBIT\n</OFX>\n', 'OFX'],
  ['STL', 'solid cube\n  facet normal 0 0 1\n    outer loop\n      vertex 0 0 1\n', '3D model'],
  ['OBJ', '# Blender\n\nv 0.0 0.0 0.0\nv 1.0 0.0 0.0\nv 1.0 1.0 0.0\nf 1//1 2//1 3//1\n', '3D model'],
  ['PDB', 'HEADER    HYDROLASE\nTITLE     A STRUCTURE\nATOM      1  N   MET A   1      11.104   6.134\n', 'molecule'],
  ['MOL', '\n  Mrv2014\n\n  2  1  0  0  0  0            999 V2000\n    0.0    0.0    0.0 C   0\n', 'molecule'],
  ['G-code', 'G21 ; mm\nG90\nG1 X10.5 Y20.0 F1500\nM104 S200\n', 'machine'],
  ['ZPL', '^XA\n^FO50,50^ADN,36,20^FDHello^FS\n^XZ\n', 'machine'],
  ['variables', 'DB_HOST=localhost\nDB_PORT=5432\nSECRET="a,b,c"\n', 'settings'],
  [
    'nginx',
    'server {\n    listen 80;\n    server_name a.org b.org;\n    location / {\n        root /x;\n    }\n}\n',
    'settings',
  ],
  [
    'Apache',
    'LoadModule a modules/a.so\n<VirtualHost *:80>\n  ServerName x.org\n  DocumentRoot /var/www\n</VirtualHost>\n',
    'settings',
  ],
  ['a page of a wiki', '{{Infobox person\n| name = Ann\n}}\nAnn is a person, and more.\n', 'wiki'],
  [
    'a section in LaTeX',
    '\\section{Intro}\nWe show that, for all $x$, it holds.\n\\begin{equation}\na = b, c\n\\end{equation}\n',
    'LaTeX',
  ],
]

/** Short programs and texts, in which few lines end like those of a long one. */
const short: readonly (readonly [string, string, string])[] = [
  ['CSS in lines', 'body { margin: 0; padding: 0 }\nh1, h2 { color: #333; font: 12px Arial, serif }\n', 'source code'],
  ['CSS for print', '@media print { a { color: red } }\nli, td { margin: 0 }\n', 'source code'],
  [
    'COBOL',
    '       IDENTIFICATION DIVISION.\n       PROGRAM-ID. HELLO.\n       PROCEDURE DIVISION.\n           STOP RUN.\n',
    'source code',
  ],
  [
    'a COBOL copybook',
    '       01  CUSTOMER.\n           05  CUST-ID    PIC 9(6).\n           05  CUST-NAME  PIC X(30).\n',
    'source code',
  ],
  ['R', 'x <- c(1, 2, 3)\ny <- x * 2\nplot(x, y)\n', 'source code'],
  ['Lisp', '(defun square (x)\n  (* x x))\n\n(print (square 4))\n', 'source code'],
  ['Haskell', 'fact :: Integer -> Integer\nfact 0 = 1\nfact n = n * fact (n - 1)\n', 'source code'],
  [
    'Visual Basic',
    'Sub Hello()\n    Dim i As Integer\n    For i = 1 To 10\n        Cells(i, 1).Value = i\n    Next i\nEnd Sub\n',
    'source code',
  ],
  ['BASIC', '10 PRINT "HELLO"\n20 FOR I=1 TO 10\n30 PRINT I, I*I\n40 NEXT I\n', 'source code'],
  ['assembler', 'mov eax, 1\nmov ebx, 2\nadd eax, ebx\nret\n', 'source code'],
  ['assembler of a compiler', '\t.globl main\nmain:\n\tpushq\t%rbp\n\tmovl\t$0, %eax\n\tret\n', 'source code'],
  [
    'a makefile',
    'prog: main.o util.o\n\tgcc -o prog main.o util.o\n\nmain.o: main.c\n\tgcc -c main.c\n',
    'source code',
  ],
  ['commands of a shell', 'cd /var/www\ngit pull origin main\nnpm install --production\n', 'source code'],
  ['a session in a shell', '$ ls -la\ntotal 8\n$ echo hi\nhi\n', 'source code'],
  ['a query without its end', 'SELECT a, b\nFROM t\nWHERE a > 5\n', 'source code'],
  [
    'a letter',
    'Dear Ms. Miller,\n\nThank you for your letter of May 5, which came today.\nWe agree.\n\nYours sincerely,\nAnn\n',
    'prose',
  ],
  [
    'a letter in German',
    'Sehr geehrte Damen und Herren,\n\nhiermit kündige ich meinen Vertrag, Nummer 12345, zum\nnächsten Termin.\n\nMit freundlichen Grüßen\nMax\n',
    'prose',
  ],
  [
    'a poem',
    "Shall I compare thee to a summer's day?\nThou art more lovely and more temperate:\nRough winds do shake the darling buds of May,\nAnd summer's lease hath all too short a date;\n",
    'prose',
  ],
]

const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const

test('a binary file of big-endian numbers is not UTF-32 text', async () => {
  const offsets = [2, 284, 183, 10, 0, 0x2500_0000, 0, 41, 138, 235, 247, 270, 307, 381, 416, 496, 531, 561, 746, 821]
  const bytes = new Uint8Array(offsets.length * 4)
  offsets.forEach((offset, at) => new DataView(bytes.buffer).setUint32(at * 4, offset))
  await expect(converted(bytes, { output }, 'fortune.dat')).rejects.toThrow('unsupported_format')
})

test.each([...refused, ...short])('%s is refused', async (_, text, kind) => {
  await expect(converted(text, { output })).rejects.toThrow(kind)
})

describe('a table', () => {
  test.each([
    ['codes like those of a machine', 'G1\nG2\nM3\nT4\n'],
    ['words above letters and numbers', 'v 0.5 1.5 2.5\nv 1.5 2.5 3.5\nf 1.5 2.5 3.5\n'],
    ['capitals with an equals sign in each of two cells', 'A=1,B=2\nA=3,B=4\nA=5,B=6\n'],
    ['a counted list of short words', '3 4\nTurkey cat\nSalmo act\nHomo tag\n'],
    ['a name that begins with a sign', '>name,size\nGATTACA,1\nGATT,2\n'],
    ['names ID and AC', 'ID   AC\n1    2\n3    4\n'],
    ['a name above commands', 'cmd\ncd /var\ngit pull origin main\nnpm install --production\n'],
    ['a name above queries', 'query\nSELECT a FROM t\nSELECT b FROM u\n'],
    ['rules of a style sheet', 'selector,rule\n.btn,{ color: red }\n#main,{ width: 5px }\n'],
    ['instructions with counts', 'mov,1\nadd,2\nsub,3\nret,4\n'],
    ['classes of a school', 'Class A\nClass B\nClass C\nClass D\n'],
    ['titles that end with commas', 'The Old Man,\nA Long Walk,\nThe Third Wheel,\nOn The Road,\n'],
    ['salutations with counts', 'Dear,Count\nSir,4\nMadam,5\nYours,6\n'],
    ['words of programs as names', 'if,then,else\n1,2,3\n4,5,6\n'],
    ['a column of senders', 'From,To\nann@example.com,bob@example.com\ncid@example.com,eve@example.com\n'],
  ])('is not refused if it has %s', async (_, text) => {
    expect((await converted(text, { output })).report.rows.rejected).toBe(0)
  })

  test('is accepted if it has code in quotes', async () => {
    const code = 'import os\ndef f(a):\n    return a\nclass A(object):\n    pass'
    const { report } = await converted(`id,code\n1,"${code}"\n2,"${code}"\n3,"x = 5;"\n`, { output })
    expect(report.rows).toMatchObject({ converted: 3, rejected: 0 })
  })

  test('is accepted if it has keys and values, or names with a colon', async () => {
    for (const text of ['key: value\na: 1\nb: 2\nc: 3\n', '[a],[b]\n1,2\n3,4\n', 'a = 1\nb = 2\nc = 3\n'])
      expect((await converted(text, { output })).report.rows.rejected).toBe(0)
  })

  test('keeps the question as its name if it is one column of answers', async () => {
    const { report } = await converted('How much did you like it?\n5\n4\n1\n', { output })
    expect(report.columns[0]).toMatchObject({ name: 'How much did you like it?', type: 'integer' })
  })

  test.each([
    ['with a name', 'text\n', 3],
    ['without', '', 3],
  ])('keeps each sentence whole if it is one column of sentences, %s', async (_, name, rows) => {
    const sentences = [
      'It was good, and I liked it very much.',
      'It was not good at all, sorry.',
      'We came, we saw, and we left again.',
    ]
    const { script, report } = await converted(name + sentences.map((line) => `${line}\n`).join(''), { output })
    expect(report.rows).toMatchObject({ converted: rows, rejected: 0 })
    for (const sentence of sentences) expect(script).toContain(sentence)
  })

  test.each(['::', '~', '^', '|', ';', '\t'])(
    'has two columns if names and sentences are separated by %j',
    async (delimiter) => {
      const planets = [
        ['Mercury', 'Mercury is the innermost of the eight planets, and the smallest.'],
        ['Venus', 'It is the second planet, and it has no moon.'],
        ['Mars', 'The iron oxide on its surface makes it red, as everybody knows, and cold.'],
        ['Jupiter', 'It is a gas giant.'],
      ]
      const text = planets.map((cells) => `${cells.join(delimiter)}\n`).join('')
      const { report } = await converted(text, { output, input: { header_row: 1 } }, 'planets.dat')
      expect(report.columns).toHaveLength(2)
      expect(report.input.delimiter).toBe(delimiter)
    },
  )

  test.each([
    ['by psql', (cells: string[]) => ` ${cells.join(' | ')}`, '------+-------+------'],
    ['in Markdown', (cells: string[]) => `| ${cells.join(' | ')} |`, '|---|---|---|'],
  ])(
    'stays one when printed %s, even if every row begins with a small letter and ends with a word',
    async (_, print, rule) => {
      const cells = [3, 4, 5, 6, 12].map((count) =>
        Array.from({ length: count }, (__, at) => ['true', `B-28${at % 10}`, 'Lyon']),
      )
      for (const rows of cells) {
        const text = `${print(['Flag', 'SKU  ', 'Town'])}\n${rule}\n${rows.map(print).join('\n')}\n(${rows.length} rows)\n`
        const { report } = await converted(text, { output })
        expect(report.rows).toMatchObject({ converted: rows.length, rejected: 0 })
      }
    },
  )
})
