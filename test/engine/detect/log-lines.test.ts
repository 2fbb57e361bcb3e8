import { describe, expect, test } from 'vitest'
import { converted } from '../support.ts'

async function read(lines: readonly string[], name = 'app.log') {
  const output = { dialect: 'postgresql', format: 'json' } as const
  const { script, report } = await converted(`${lines.join('\n')}\n`, { output }, name)
  const rows = (JSON.parse(script) as Record<string, unknown>[]).map((row) => Object.values(row))
  return { rows, report, types: report.columns.map(({ type }) => type) }
}

/** Logs from the manuals of their programs, or from the LogHub collection. */
const logs: Readonly<Record<string, readonly string[]>> = {
  'of Python': [
    '2024-01-01 10:00:01,123 INFO Starting up',
    '2024-01-01 10:00:02,456 WARNING Disk nearly full: 91%',
    '2024-01-01 10:00:03,789 ERROR Could not open file',
  ],
  'of Python, with what raised an error': [
    '2024-03-05 08:15:42,101 - root - INFO - Loaded 12 records, skipped 1',
    '2024-03-05 08:15:43,007 - app.db - ERROR - Connection lost',
    'Traceback (most recent call last):',
    '  File "x.py", line 3, in <module>',
    '    run(a, b)',
    'ValueError: bad',
    '2024-03-05 08:15:44,010 - app.db - INFO - Reconnected',
  ],
  'of keys and quoted values': [
    'level=info msg="started: port 80" user="Ann Lee"',
    'level=warn msg="slow, \\"very\\" slow" n=3',
    'level=info msg=done',
  ],
  'of one key': ['key="a: b"', 'key="c: d"'],
  'of log4j': [
    '2012-02-02 12:47:03,309 DEBUG [main] org.apache.log4j.examples.Sort - Populating an array of 2 elements in reverse order.',
    '2012-02-02 12:47:03,312 INFO  [main] org.apache.log4j.examples.Sort - Entered the sort method.',
    '2012-02-02 12:47:05,100 INFO  [main] org.apache.log4j.examples.Sort - Exiting, bye',
  ],
  'of Prometheus': [
    'ts=2024-01-01T10:00:00.123Z caller=main.go:181 level=info msg="Starting Prometheus" version=2.40.1',
    'ts=2024-01-01T10:00:01.042Z caller=head.go:551 level=info component=tsdb msg="Replaying WAL, this may take a while"',
  ],
  'of Loki': [
    'level=info ts=2024-01-01T10:00:00Z caller=table_manager.go:134 msg="uploading tables"',
    'level=warn ts=2024-01-01T10:00:10Z caller=ring.go:201 msg="instance 10.0.0.1:9095 is late"',
  ],
  'of two lines': ['2024-01-01 10:00:01,123 INFO one', '2024-01-01 10:00:02,124 INFO two'],
  'of Celery': [
    '[2024-05-01 12:00:00,001: INFO/MainProcess] Connected to redis://localhost:6379//',
    '[2024-05-01 12:00:00,055: INFO/MainProcess] mingle: searching for neighbors',
    '[2024-05-01 12:00:01,150: WARNING/MainProcess] celery@host ready.',
  ],
  'of ZooKeeper': [
    '2015-07-29 17:41:44,747 - INFO  [QuorumPeer[myid=1]/0:0:0:0:0:0:0:0:2181:FastLeaderElection@774] - Notification time out: 3200',
    '2015-07-29 19:04:12,394 - INFO  [/10.10.34.11:3888:QuorumCnxManager$Listener@493] - Received connection request /10.10.34.11:45307',
  ],
  'of Logback': [
    '2024-01-01 10:00:01.123 INFO  [main] com.x.App: Starting',
    '2024-01-01 10:00:02.456 INFO  [main] com.x.App: Started in 2 s',
  ],
  'of Spring, one comma in all of it': [
    '2024-01-05 12:00:00.123  INFO 12345 --- [           main] c.e.demo.DemoApplication : Starting',
    '2024-01-05 12:00:01.456  INFO 12345 --- [           main] o.s.b.w.embedded.tomcat : Tomcat initialized with port(s): 8080',
    '2024-01-05 12:00:02.789  WARN 12345 --- [           main] c.e.demo.DemoApplication : No profile, falling back to default',
  ],
  'of a system (syslog), two lines': [
    'Jan  5 07:12:01 myhost sshd[1234]: Accepted publickey for ann from 10.0.0.5 port 5222 ssh2',
    'Jan  5 07:12:03 myhost CRON[1299]: (root) CMD (run-parts /etc/cron.hourly)',
  ],
  'of a system, one line': ['Jan  5 07:12:01 myhost systemd[1]: Started Session 5 of user ann.'],
  'of a system, with a semicolon in each': [
    'Jun 14 15:16:01 combo sshd(pam_unix)[19939]: authentication failure; logname= uid=0 euid=0 tty=NODEVssh ruser= rhost=218.188.2.4',
    'Jun 14 15:16:02 combo sshd(pam_unix)[19937]: check pass; user unknown',
  ],
  'of a system, with a priority': [
    "<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8",
    '<34>Oct 11 22:14:16 mymachine kernel: eth0 link up',
  ],
  'of Apache': [
    '[Wed Oct 11 14:32:52 2000] [error] [client 127.0.0.1] client denied by server configuration: /export/home/test',
    '[Wed Oct 11 14:32:53 2000] [error] [client 127.0.0.1] File does not exist: /export/home',
  ],
  'of a talk': [
    '12/01/2024, 10:15 - Messages and calls are end-to-end encrypted.',
    '12/01/2024, 10:16 - Ann: Hi, how are you?',
    '12/01/2024, 10:17 - Bob: fine',
  ],
}

describe('a log', () => {
  test.each(Object.entries(logs))('%s is one column of lines', async (_, lines) => {
    const { rows, report } = await read(lines)
    expect(rows).toEqual(lines.map((line) => [line]))
    expect(report.rows.rejected).toBe(0)
    expect(report.input.header_row).toBeNull()
  })

  test.each([
    ['a bar', '|'],
    ['a tab', '\t'],
    ['a semicolon', ';'],
  ])('with parts separated by %s is a table', async (_, separator) => {
    const { rows, types } = await read(
      ['2024-01-01 10:00:01,123|INFO|connected', '2024-01-01 10:00:02,124|WARN|slow, very slow'].map((line) =>
        line.replaceAll('|', separator),
      ),
    )
    expect(types).toEqual(['timestamp', 'text', 'text'])
    expect(rows[1]?.[2]).toBe('slow, very slow')
  })

  test.each([
    ['a comma', ['2024-01-01 10:00:01,123,INFO,one', '2024-01-01 10:00:02,124,INFO,two'], 4],
    ['a comma before numbers', ['2024-01-01 10:00:01,12 Ring,Graz', '2024-01-01 10:00:02,145 Park,Linz'], 3],
    [
      'a comma before numbers of three digits',
      ['2024-01-01 10:00:01,123 Ring,Graz', '2024-01-01 10:00:02,145 Park,Linz'],
      3,
    ],
    ['a comma and a space', ['12/01/2024, 10:15 - 11:00, Hall', '12/01/2024, 11:15 - 12:00, Garden'], 3],
    ['spaces', ['2024-01-01 10:00:01 23.5 45.2', '2024-01-01 10:00:02 23.6 45.3'], 4],
    ['colons', ['10:15:20:Ann', '10:16:30:Bob'], 4],
  ])('is a table if %s separates the fields after the timestamp', async (_, lines, width) => {
    expect((await read(lines, 't.csv')).types).toHaveLength(width)
  })
})
