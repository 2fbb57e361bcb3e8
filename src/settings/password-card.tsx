import type { Child } from 'hono/jsx'
import { Field } from '../design/parts.tsx'
import type { SettingsContext } from './guard.ts'
import { FormToken } from './layout.tsx'

interface PasswordFieldProps {
  readonly error: string | undefined
  readonly hint?: string
  /** The name of the form, if a page has several. */
  readonly form?: string
}

/** Renders a field for the password, for actions that a stolen session must not allow. */
export const PasswordField = ({ error, hint, form }: PasswordFieldProps) => (
  <Field
    label="Your password"
    name="password"
    type="password"
    autocomplete="current-password"
    hint={hint}
    error={error}
    idPrefix={form}
  />
)

interface PasswordCardProps {
  readonly c: SettingsContext
  readonly action: string
  readonly form: string
  readonly title: string
  readonly button: { readonly label: string; readonly kind: 'primary' | 'danger' | 'plain' }
  readonly error: string | undefined
  readonly children: Child
}

/** Renders a card for an action that needs the password, with a sentence about its effect. */
export const PasswordCard = ({ c, action, form, title, button, error, children }: PasswordCardProps) => (
  <section class="card" aria-labelledby={`${form}-title`}>
    <h2 id={`${form}-title`}>{title}</h2>
    <p class="hint">{children}</p>
    <form method="post" action={action}>
      <FormToken c={c} />
      <PasswordField form={form} error={error} />
      <button class={button.kind === 'plain' ? 'button' : `button ${button.kind}`} type="submit">
        {button.label}
      </button>
    </form>
  </section>
)
