import { expect, test } from 'vitest'
import { isLocale, tagMeant } from '../../src/contract/locale.ts'

test.each(['de', 'de-DE', 'EN-us', 'zh-Hant-TW', 'fil', 'es-419', 'sl-rozaj'])('%s is a locale', (tag) => {
  expect(isLocale(tag)).toBe(true)
})

test.each(['english', 'auto', 'C', 'POSIX', 'x-private', 'de_DE', '', 'de-', 'd'])('%j is no locale', (text) => {
  expect(isLocale(text)).toBe(false)
})

test.each([
  ['German', 'de'],
  ['français', 'fr'],
  ['日本語', 'ja'],
  ['de_DE.UTF-8', 'de-DE'],
  ['pt br', 'pt-BR'],
  ['Klingon', null],
  [49, null],
])('%j means %j', (value, tag) => {
  expect(tagMeant(value)).toBe(tag)
})
