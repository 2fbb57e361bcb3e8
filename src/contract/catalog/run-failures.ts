import { limitForPeople, numberForPeople } from '../messages.ts'
import type { Message } from './message.ts'
import { say } from './say.ts'

/** Why a conversion failed for a reason of the service or of a download, by code. The engine's reasons are in its own catalog. */
export const runFailures = {
  account_suspended: say`The account was suspended while the conversion waited.`,
  not_uploaded: say`The uploaded file was replaced or deleted after the conversion started.`,
  timed_out: say`The conversion took longer than its time limit. Split the file.`,
  too_big: {
    anyFile: say`The file is larger than the service accepts.`,
    download: (bytesMax: number): Message => say`The file is larger than ${limitForPeople(bytesMax)}.`,
  },
  over_quota: {
    plan: say`The file is larger than the allowance left this month.`,
    download: (left: number): Message =>
      say`The file is larger than the ${numberForPeople(left)} bytes left this month.`,
  },
  output_too_large: (target: 'input' | 'output' | 'rejects', bytesMax: number): Message =>
    say`${target === 'rejects' ? 'The file of rejected rows' : 'The output'} is larger than ${numberForPeople(bytesMax)} bytes, which is the most that can be stored. Split the file, or set \`output.compression\` to \`gzip\`.`,
  internal_error: {
    stoppedTooOften: say`The conversion stopped several times because of an error in the service.`,
    notStarted: say`The conversion could not be started.`,
    stopped: say`The conversion stopped because of an error in the service.`,
    memory: say`The file needs more memory than a conversion may use.`,
  },
  unreachable: {
    cause: (cause: string): Message => say`The file could not be downloaded: ${cause}`,
    status: (status: number): Message =>
      [401, 403].includes(status)
        ? say`The server responded with status ${status}. Send a URL that needs no sign-in. If it is a signed URL, it may have expired.`
        : say`The server responded with status ${status}.`,
    /** The file is at a URL to which the service may not connect. */
    refusedRedirect: (refusal: string): Message => say`The server redirected to a URL that is refused. ${refusal}`,
    redirect: say`The server redirected to an invalid URL.`,
    redirects: (most: number): Message => say`There were more than ${most} redirects.`,
    encoding: (encoding: string): Message =>
      say`The server sent the file with the content encoding ${encoding}, which is not supported.`,
    wrongEncoding: (encoding: string, cause: string): Message =>
      say`The server declares the content encoding ${encoding}, but the file is not encoded that way: ${cause}.`,
    changed: say`The file changed while it was being downloaded.`,
    noResume: say`The connection broke, and the server cannot resume the download.`,
    unknownLength: say`The connection broke, and the server does not report the size of the file.`,
    noResponse: (seconds: number): Message => say`no response arrived within ${seconds} seconds.`,
  },
  download_stalled: {
    silence: (seconds: number): Message => say`Nothing arrived for ${seconds} seconds.`,
    tooLong: (seconds: number): Message => say`The download took longer than ${seconds} seconds.`,
  },
} as const

/** Why an attempt to deliver an event of a webhook failed. */
export const deliveryErrors = {
  status: (status: number): Message =>
    status >= 300 && status < 400
      ? say`The receiver responded with status ${status}. Redirects are not followed.`
      : say`The receiver responded with status ${status}.`,
  silence: (seconds: number): Message => say`No response within ${seconds} seconds.`,
  connection: (cause: string): Message => say`The connection failed: ${cause}`,
  closed: say`it was closed before a complete HTTP response.`,
  certificate: say`the certificate is not trusted, or no server responds there.`,
  stopped: say`The service stopped in the middle of the attempt.`,
} as const
