import type { Child } from 'hono/jsx'
import type { Status } from '../contract/conversion.ts'
import { countText, dayText, timeText, nounFor } from './text.ts'

/** Renders a time in UTC; the page's script shows it in the reader's own zone. */
export const Time = ({ iso }: { readonly iso: string }) => <time datetime={iso}>{timeText(iso)}</time>
export const Day = ({ iso }: { readonly iso: string }) => (
  <time datetime={iso} data-day="">
    {dayText(iso)}
  </time>
)

const statusWords: Readonly<Record<Status, string>> = {
  awaiting_upload: 'Awaiting upload',
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  canceled: 'Canceled',
}
export const statusText = (status: Status): string => statusWords[status]
/** Renders a status. A conversion with rejected rows has its own. */
export const StatusBadge = ({ status, rejected = 0 }: { readonly status: Status; readonly rejected?: number }) => (
  <span class={`mark ${status === 'done' && rejected > 0 ? 'partly' : status}`}>
    {statusWords[status]}
    {status === 'done' && rejected > 0 ? `, ${countText(rejected)} ${nounFor(rejected, 'row')} rejected` : ''}
  </span>
)

interface FieldProps {
  readonly label: string
  readonly name: string
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'date'
  readonly value?: string
  readonly autocomplete?: string
  readonly hint?: string | undefined
  /** The message about an invalid value. */
  readonly error?: string | undefined
  readonly autofocus?: boolean
  readonly isOptional?: boolean
  readonly minlength?: number
  readonly maxlength?: number
  readonly placeholder?: string
  /** Distinguishes the field from one with the same name in another form of the page. */
  readonly idPrefix?: string | undefined
}

/** Renders a labeled input. Screen readers read its hint and its error with it. */
export const Field = ({ label, name, hint, error, idPrefix, isOptional, ...input }: FieldProps) => {
  const id = `${idPrefix ?? 'field'}-${name}`
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].join(' ').trim()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        required={isOptional !== true}
        {...input}
        aria-describedby={described === '' ? undefined : described}
        aria-invalid={error === undefined ? undefined : 'true'}
      />
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

export const Notice = ({ kind, children }: { readonly kind: 'good' | 'bad' | 'plain'; readonly children: Child }) => (
  <p class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </p>
)

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly size?: 'small'
  readonly id?: string
}

/** Renders a copy button. The page's script enables it, because without scripts a click would do nothing. */
export const CopyButton = ({ text, label, size, id }: CopyButtonProps) => (
  <button type="button" class={size === undefined ? 'button' : `button ${size}`} id={id} data-copy={text} disabled>
    {label}
  </button>
)

/** Renders a text to copy. The button needs scripts; the text can always be selected. */
export const CopyText = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div class="copy">
    <code id="copied-text" tabindex={0}>
      {text}
    </code>
    <CopyButton text={text} label={label} />
  </div>
)

export const Empty = ({ title, children }: { readonly title: string; readonly children: Child }) => (
  <div class="empty">
    <h2>{title}</h2>
    <p>{children}</p>
  </div>
)
