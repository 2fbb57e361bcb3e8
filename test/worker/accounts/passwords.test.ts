import { expect, test } from 'vitest'
import { newPasswordError } from '../../../src/accounts/passwords.ts'

const errorOf = (password: string): string | null => newPasswordError(password, 'anna.smith@example.com')

test.each([
  'password1234',
  'Password1234!',
  'P@ssw0rd1234',
  'passwordpassword',
  'qwertyuiop12',
  '1qaz2wsx3edc4rfv',
  '123456789012',
  '987654321098',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '111122223333',
  'iloveyou2024',
  'Summer2024!!!',
  'Welcome12345',
  'administrator1',
  'letmein letmein',
  'footballfootball',
  'sunshine1234567',
  'qwerty123456',
  '!!!princess!!!2020',
  'trustno1trustno1',
  'changeme1234',
  'abcdefghijkl',
  'zyxwvutsrqpo',
  'dragonmonkey99',
  '!QAZ2wsx!QAZ2wsx',
  // Entries of the published list: letter sequences, names, and long passwords that leaked.
  'gfhjkm12345678',
  'Needforspeed1!',
  'Scandinavian99',
  'counterstrike1',
  'mailcreated5240',
  'Th3Undertaker!',
  '12345slipknot12345',
  '              ',
])('%s is refused, because it is easy to guess', (password) => {
  expect(errorOf(password)).toMatch(/easy to guess/)
})

test.each([
  'correct horse battery staple',
  'a password of the tests',
  'xK4!vb9Qp2Lm',
  'tr0ub4dor&3xyz',
  'my dog eats green socks',
  'Zürich Käsefondue 88',
  'сорок тысяч обезьян',
  '五十音図を覚えている人々です',
  'winter-otter-pylon',
])('%s is accepted', (password) => {
  expect(errorOf(password)).toBeNull()
})

test('a password needs twelve characters, and two hundred are accepted', () => {
  expect(errorOf('xK4!vb9Qp2L')).toMatch(/at least 12/)
  expect(errorOf('xK4!vb9Qp2'.repeat(21))).toMatch(/at most 200/)
})

test('the e-mail address and its name with digits are refused as passwords', () => {
  for (const password of ['anna.smith@example.com', 'Anna.Smith@Example.com', 'anna.smith2024', '12anna.smith!'])
    expect(errorOf(password)).toMatch(/other than your e-mail address/)
})

test('a long password is checked quickly', () => {
  const startedMs = performance.now()
  for (let number = 0; number < 20; number++) errorOf('password'.repeat(25))
  for (let number = 0; number < 20; number++) errorOf('qwertyab'.repeat(25))
  expect(performance.now() - startedMs).toBeLessThan(5000)
})
