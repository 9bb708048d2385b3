import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** The content of a list, select or form: one part or several. */
export type Parts = Html | readonly Html[] | '';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export const choices = (names: readonly string[]): readonly Choice[] =>
  names.map((value) => ({ value, label: value }));

const arrow = html`<svg class="i i--s" viewBox="0 0 24 24" aria-hidden="true"><path d="m6 9.5 6 6 6-6" /></svg>`;

/** A field with its label. Forms may repeat a name, so the id includes the form. */
const field = (id: string, label: string, control: Html): Html => html`<div class="field">
  <label class="label" for="${id}">${label}</label>
  <div class="control">${control}</div>
</div>`;

export const select = (
  form: string,
  name: string,
  label: string,
  offered: readonly Choice[],
  chosen?: string,
): Html =>
  field(
    `${form}-${name}`,
    label,
    html`<select id="${form}-${name}" name="${name}">
      ${offered.map(
        (one) =>
          html`<option value="${one.value}" ${one.value === chosen ? raw('selected') : ''}>${one.label}</option>`,
      )}
    </select>${arrow}`,
  );

export const input = (
  form: string,
  name: string,
  label: string,
  { value = '', mode = 'text' }: { readonly value?: string; readonly mode?: string } = {},
): Html =>
  field(
    `${form}-${name}`,
    label,
    html`<input id="${form}-${name}" name="${name}" value="${value}" inputmode="${mode}" autocomplete="off" />`,
  );

export interface Button {
  readonly value: string;
  readonly label: string;
  readonly primary?: boolean;
  /** Whether this is the current state. */
  readonly on?: boolean;
}

/** The buttons of a form: the pressed one is sent under this name. */
export const buttons = (name: string, offered: readonly Button[]): Html => html`<div class="acts">
  ${offered.map(
    ({ value, label, primary, on }) =>
      html`<button class="btn ${primary ? 'btn--primary' : 'btn--secondary'}" name="${name}" value="${value}" ${on ? raw('aria-pressed="true"') : ''}>${label}</button>`,
  )}
</div>`;

/** A form that triggers an event, with the chosen customer if the event has one. */
export const eventForm = (event: string, customer: string | undefined, body: Parts): Html => html`
<form class="stack" method="post" action="/sandbox/events/${event}">
  ${customer === undefined ? '' : html`<input type="hidden" name="customer" value="${customer}" />`}
  ${body}
</form>`;

export const card = (id: string, title: string, body: Parts): Html => html`
<section class="card pad stack" id="${id}" aria-labelledby="${id}-title">
  <h2 id="${id}-title">${title}</h2>
  ${body}
</section>`;

export const facts = (lines: readonly (readonly [string, string])[]): Html => html`<dl class="kv">
  ${lines.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`;
