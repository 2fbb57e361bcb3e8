import type { Status } from '../contract/conversion.ts'

// Other names that people send for fields, parameters and their values, each with the one that the API has.

/** Fields of the body that opens a conversion. */
export const otherOpeningFields = {
  size: 'bytes',
  length: 'bytes',
  filesize: 'bytes',
  contentlength: 'bytes',
  filename: 'name',
  file: 'name',
  options: 'spec',
  settings: 'spec',
  config: 'spec',
  params: 'spec',
  type: 'spec.input.format',
  data: 'content',
  text: 'content',
  body: 'content',
  csv: 'content',
  rows: 'content',
  link: 'url',
  href: 'url',
  source: 'url',
  sourceurl: 'url',
  fileurl: 'url',
  contents: 'content',
  uri: 'url',
  urls: 'url',
}

export const contentEncodingNames = {
  utf8: 'text',
  utf16: 'text',
  ascii: 'text',
  latin1: 'text',
  iso88591: 'text',
  windows1252: 'text',
  plain: 'text',
  string: 'text',
  raw: 'text',
  none: 'text',
  b64: 'base64',
  binary: 'base64',
  bytes: 'base64',
  gzip: 'base64',
  gz: 'base64',
  zip: 'base64',
}

export const shareNames = { both: 'file', upload: 'file', none: 'report' }

export const otherCaseFields = {
  agree: 'consent',
  accept: 'consent',
  sharefile: 'share',
  file: 'share',
  files: 'share',
  attachment: 'share',
  contact: 'email',
  replyto: 'email',
  message: 'note',
  description: 'note',
  comment: 'note',
  text: 'note',
  subject: 'note',
  title: 'note',
}

export const otherParameters = {
  perpage: 'limit',
  size: 'limit',
  max: 'limit',
  maxresults: 'limit',
  top: 'limit',
  take: 'limit',
  first: 'limit',
  nextcursor: 'cursor',
  pagetoken: 'cursor',
  skip: 'cursor',
  filter: 'status',
  filterstatus: 'status',
  pagesize: 'limit',
  count: 'limit',
  page: 'cursor',
  offset: 'cursor',
  startingafter: 'cursor',
}

export const statusNames: Readonly<Record<string, Status>> = {
  waiting: 'awaiting_upload',
  uploading: 'awaiting_upload',
  new: 'awaiting_upload',
  created: 'awaiting_upload',
  pending: 'queued',
  active: 'running',
  started: 'running',
  processing: 'running',
  inprogress: 'running',
  finished: 'done',
  complete: 'done',
  completed: 'done',
  success: 'done',
  ready: 'done',
  ok: 'done',
  succeeded: 'done',
  error: 'failed',
  failure: 'failed',
  stopped: 'canceled',
  aborted: 'canceled',
}

export const otherWaits = { timeout: 'wait', poll: 'wait', waitseconds: 'wait' }
