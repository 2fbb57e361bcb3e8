import { passwordCharactersMax, passwordCharactersMin } from '../accounts/passwords.ts'
import { Field } from '../design/parts.tsx'
import { Entrance } from './layout.tsx'

interface NewPasswordFormProps {
  readonly title: string
  /** The page that receives the form. */
  readonly action: string
  /** The secret of the link in the mail. */
  readonly token: string
  readonly email: string
  readonly label: string
  readonly advice: string
  readonly button: string
  readonly error?: string | undefined
}

/** Renders the page that a mailed link opens, where the user chooses a password. */
export const NewPasswordForm = ({
  title,
  action,
  token,
  email,
  label,
  advice,
  button,
  error,
}: NewPasswordFormProps) => (
  <Entrance title={title}>
    <form method="post" action={action}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="username" autocomplete="username" value={email} />
      <p class="muted">{email}</p>
      <Field
        label={label}
        name="password"
        type="password"
        autocomplete="new-password"
        autofocus
        minlength={passwordCharactersMin}
        maxlength={passwordCharactersMax}
        hint={`At least ${passwordCharactersMin} characters. ${advice}`}
        error={error}
      />
      <button class="button primary wide" type="submit">
        {button}
      </button>
    </form>
  </Entrance>
)
