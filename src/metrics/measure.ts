import { logError } from '../logs/log.ts'
import { type Measurement, pointOf } from './measurement.ts'

/** Records a measurement. Its error must not fail the request that is measured. */
export function measure(env: Pick<Env, 'METRICS'>, measurement: Measurement): void {
  try {
    env.METRICS.writeDataPoint(pointOf(measurement))
  } catch (error) {
    logError('measuring_failed', {}, error)
  }
}
