import type { Child } from 'hono/jsx'

export const idOf = (name: string): string => `spec-${name}`

export const Choice = ({ label, name, children }: { label: string; name: string; children: Child }) => (
  <div class="field">
    <label for={idOf(name)}>{label}</label>
    <select id={idOf(name)} name={name}>
      {children}
    </select>
  </div>
)

interface TextProps {
  readonly label: string
  readonly name: string
  readonly placeholder: string
  readonly type?: 'text' | 'number'
  readonly min?: number
  readonly maxlength?: number
}

export const Text = ({ label, name, ...input }: TextProps) => (
  <div class="field">
    <label for={idOf(name)}>{label}</label>
    <input id={idOf(name)} name={name} autocomplete="off" spellcheck={false} {...input} />
  </div>
)

export const Tick = ({
  label,
  name,
  isOn = true,
}: {
  readonly label: string
  readonly name: string
  isOn?: boolean
}) => (
  <label class="choice">
    <input type="checkbox" name={name} checked={isOn} /> {label}
  </label>
)
