import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'

const output = { dialect: 'postgresql', format: 'csv', column_names: 'as_written' } as const

async function read(lines: readonly string[], input = {}) {
  const { script, report } = await converted(`${lines.join('\r\n')}\r\n`, { output, input }, 'station.dat')
  const [names = '', ...rows] = script.trim().split('\r\n')
  return { names: names.split(','), rows, report, types: report.columns.map(({ type }) => type) }
}

/** Lines from the manuals of LoggerNet and of the CR5000. */
const station = '"TOA5","CR1000","CR1000","1031","CR1000.Std.00.60","CPU:Test.CR1","4062","Test"'
const table = [
  '"TIMESTAMP","RECORD","batt_volt_Min","PTemp"',
  '"TS","RN","Volts","C"',
  '"","","Min","Smp"',
  '"2004-11-11 15:03:45",0,13.7,24.92',
  '"2004-11-11 15:04:00",1,13.7,24.95',
  '"2004-11-11 15:04:15",2,13.7,24.98',
]
const names = ['TIMESTAMP TS', 'RECORD RN', 'batt_volt_Min Volts Min', 'PTemp C Smp']

describe('a file of a Campbell Scientific logger', () => {
  test('has a row about the station above its three rows of names', async () => {
    const found = await read([station, ...table])
    expect(found.names).toEqual(names)
    expect(found.types).toEqual(['timestamp', 'integer', 'decimal', 'decimal'])
    expect(found.rows[0]).toBe('2004-11-11 15:03:45,0,13.7,24.92')
    expect(found.report.rows).toMatchObject({ converted: 3, rejected: 0 })
    expect(found.report.input.header_row).toBe(2)
    expect(found.report.notes).toEqual([
      '1 row above the table (title) was left out.',
      'Rows 2 to 4 are the header. The names of each column were joined.',
    ])
  })

  test('may have one row, one column of values, and no units', async () => {
    const found = await read([
      '"TOA5","S","CR800","1","Std","P","1","T"',
      '"TIMESTAMP","RECORD","Temp(1,1,2)"',
      '"TS","RN",""',
      '"","","Smp"',
      '"2013-06-19 16:00:00",0,23.1',
    ])
    expect(found.report.columns.map((column) => column.source_name)).toEqual([
      'TIMESTAMP TS',
      'RECORD RN',
      'Temp(1,1,2) Smp',
    ])
    expect(found.rows).toEqual(['2013-06-19 16:00:00,0,23.1'])
  })

  test('may be as wide as the row about the station', async () => {
    const found = await read([
      '"TOA5","CR1000X","CR1000X","2507","CR1000X.Std.04.02","CPU:Met.CR1X","37321","TenMin"',
      '"TIMESTAMP","RECORD","BattV_Min","PTemp_C_Avg","WS_ms","WindDir_D1","Rain_mm_Tot","Note"',
      '"TS","RN","Volts","Deg C","meters/second","Deg","mm",""',
      '"","","Min","Avg","WVc","WVc","Tot","Smp"',
      '"2021-08-01 00:10:00",1201,12.71,18.2,1.92,211.4,0,"ok"',
      '"2021-08-01 00:20:00",1202,12.7,"NAN",2.31,205.9,0.2,"ok"',
    ])
    expect(found.names.slice(-2)).toEqual(['Rain_mm_Tot mm Tot', 'Note Smp'])
    expect(found.types).toEqual(['timestamp', 'integer', 'decimal', 'decimal', 'decimal', 'decimal', 'decimal', 'text'])
    expect(found.rows).toHaveLength(2)
  })

  test('may have been saved by a spreadsheet, which fills up the rows and needs no quotes', async () => {
    const lines = [station, ...table.map((line) => `${line},,,,`)].map((line) => line.replaceAll('"', ''))
    const found = await read(lines.map((line) => line.replaceAll(',', ';')))
    expect(found.names.slice(0, 4)).toEqual(names)
    expect(found.report.rows).toMatchObject({ converted: 3, rejected: 0 })
  })

  test('has names only if a program left out the units', async () => {
    const found = await read([station, table[0] as string, ...table.slice(3)])
    expect(found.names).toEqual(['TIMESTAMP', 'RECORD', 'batt_volt_Min', 'PTemp'])
    expect(found.rows).toHaveLength(3)
  })

  test('has names only in TOACI1', async () => {
    const found = await read([
      '"TOACI1","CR1000","Test"',
      '"TMSTAMP","RECNBR","batt_volt_Min","PTemp"',
      ...table.slice(3),
    ])
    expect(found.names).toEqual(['TMSTAMP', 'RECNBR', 'batt_volt_Min', 'PTemp'])
    expect(found.rows).toHaveLength(3)
  })

  test('is read as the spec says if it names the row of names', async () => {
    const found = await read([station, table[0] as string, ...table.slice(3)], { header_row: 2 })
    expect(found.names).toEqual(['TIMESTAMP', 'RECORD', 'batt_volt_Min', 'PTemp'])
    expect((await read([station, ...table], { header_row: 3 })).names).toEqual(['TS', 'RN', 'Volts', 'C'])
  })

  test('a table with a column of that name is not a logger file', async () => {
    expect((await read(['TOA5,TOA6', '1.5,2', '1.7,3'])).names).toEqual(['TOA5', 'TOA6'])
  })
})

/** An example from National Instruments' specification of the format. */
const labview = [
  'LabVIEW Measurement\t',
  'Writer_Version\t2',
  'Separator\tTab',
  'Decimal_Separator\t.',
  'X_Columns\tOne',
  'Date\t2014/06/01',
  'Time\t12:00:00.1234',
  '***End_of_Header***\t',
  '\t',
  'Channels\t2\t\t',
  'Samples\t3\t3\t',
  'Y_Unit_Label\tVolts\tVolts\t',
  'X0\t0.0000000000000000E+0\t0.0000000000000000E+0\t',
  '***End_of_Header***\t\t\t',
  'X_Value\tVoltage\tVoltage_0\tComment',
]

test('a LabVIEW file has its values below the headers of the file and the channels', async () => {
  const values = ['0.000000\t1.234\t2.345\t', '0.001000\t1.235\t2.346\t', '0.002000\t1.236\t2.347\t']
  const found = await read([...labview, ...values])
  expect(found.names).toEqual(['X_Value', 'Voltage', 'Voltage_0', 'Comment'])
  expect(found.rows[0]).toBe('0.000000,1.234,2.345,')
  expect(found.report.rows).toMatchObject({ converted: 3, rejected: 0 })
  expect(found.report.input.header_row).toBe(labview.length)
})

test('a file of German accountants (DATEV) has a row about the file above its names', async () => {
  const found = await read([
    '"EXTF";700;21;"Buchungsstapel";9;20240205101112000;;"RE";"";"";29098;10001;20240101;4',
    'Umsatz;Soll/Haben-Kennzeichen;Konto;Belegdatum',
    '119,00;"S";1200;1501',
    '1238,50;"H";1600;3001',
  ])
  expect(found.names).toEqual(['Umsatz', 'Soll/Haben-Kennzeichen', 'Konto', 'Belegdatum'])
  expect(found.rows).toEqual(['119.00,S,1200,1501', '1238.50,H,1600,3001'])
})
