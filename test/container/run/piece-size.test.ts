import { expect, test } from 'vitest'
import { PieceSize, pieceBytes } from '../../../container/run/piece-size.ts'

const megabyte = 1 << 20

/** The size chosen for each megabyte, on a file system that takes `costOf` for it. */
function sizesOf(megabytes: number, costOf: (size: number, at: number) => number): number[] {
  const pieces = new PieceSize()
  return Array.from({ length: megabytes }, (_, at) => {
    const size = pieces.best()
    pieces.took(size, megabyte, costOf(size, at))
    return size
  })
}

const shareOf = (sizes: readonly number[], wanted: number): number =>
  sizes.filter((size) => size === wanted).length / sizes.length

test('large pieces where they are fast, small ones where they are not', () => {
  const fast = sizesOf(500, (size) => (size === megabyte ? 0.3 : 0.5))
  const slow = sizesOf(500, (size) => (size === pieceBytes ? 0.5 : 3))
  expect(shareOf(fast, megabyte)).toBeGreaterThan(0.97)
  expect(shareOf(slow, pieceBytes)).toBeGreaterThan(0.97)
})

test('memory that is used up, and memory that is free again, are noticed', () => {
  const usedUp = sizesOf(400, (size, at) => (size === pieceBytes ? 0.5 : at < 100 ? 0.3 : 3))
  expect(shareOf(usedUp.slice(110), pieceBytes)).toBeGreaterThan(0.95)
  const freed = sizesOf(1000, (size, at) => (size === pieceBytes ? 0.5 : at < 50 ? 3 : 0.3))
  expect(shareOf(freed.slice(600), pieceBytes)).toBeLessThan(0.05)
})

test('one slow write is an accident', () => {
  const sizes = sizesOf(200, (size, at) => (at === 100 ? 50 : size === megabyte ? 0.3 : 0.5))
  expect(shareOf(sizes.slice(100), megabyte)).toBeGreaterThan(0.95)
})

test('a short transfer changes no estimate', () => {
  const pieces = new PieceSize()
  for (let at = 0; at < 10; at++) pieces.took(pieces.best(), 1000, 1)
  expect(pieces.best()).toBe(pieceBytes)
})
