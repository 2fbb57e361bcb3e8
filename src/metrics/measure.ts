import { logError } from '../logs/log.ts'
import { type Measurement, pointOf } from './measurement.ts'

/** Measuring must never be what fails. */
export function measure(env: Pick<Env, 'METRICS'>, measurement: Measurement): void {
  try {
    env.METRICS.writeDataPoint(pointOf(measurement))
  } catch (error) {
    logError('measuring_failed', {}, error)
  }
}
