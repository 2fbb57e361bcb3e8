import { describe, expect, test } from 'vitest'
import { refuseTrustInDeployment, trustedOriginsOf } from '../../src/url-safety/local-run.ts'

describe('trusted origins', () => {
  const trusting = { LOCAL_TRUSTED_ORIGINS: ' http://127.0.0.1:9000, https://localhost:9001/ignored ,' }
  const local = { LOCAL_ENGINE_URL: 'http://127.0.0.1:9' }

  test('are trusted in a local run, and nowhere else', () => {
    expect(trustedOriginsOf({ ...local, ...trusting })).toEqual(['http://127.0.0.1:9000', 'https://localhost:9001'])
    expect([trustedOriginsOf(local), trustedOriginsOf(trusting), trustedOriginsOf({})]).toEqual([[], [], []])
  })

  test('stop the start if they are not origins', () => {
    expect(() => trustedOriginsOf({ ...local, LOCAL_TRUSTED_ORIGINS: 'localhost' })).toThrow('Invalid URL')
  })

  test('stop the start of a deployment', () => {
    expect(() => refuseTrustInDeployment(trusting)).toThrow('does not start')
    expect(() => refuseTrustInDeployment({ ...trusting, LOCAL_ENGINE_URL: '' })).toThrow('does not start')
  })

  test('are optional in a local run', () => {
    expect(() => refuseTrustInDeployment({ ...trusting, ...local })).not.toThrow()
    for (const none of [{}, { LOCAL_TRUSTED_ORIGINS: '' }, { LOCAL_TRUSTED_ORIGINS: ' ' }])
      expect(() => refuseTrustInDeployment(none)).not.toThrow()
  })
})
