/** The styles of the report page: it has no script and does not depend on the app's files. */
export const reportStyle = `:root { color-scheme: light dark; }
body {
  margin: 0;
  font: 1rem/1.5 system-ui, sans-serif;
  color: light-dark(#1c1915, #f5f1ea);
  background: light-dark(#f6f4ef, #100f0d);
}
main { box-sizing: border-box; max-width: 30rem; margin: 0 auto; padding: 3rem 1rem; }
.brand { font-weight: 650; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 1.5rem 0 1rem; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 1.5rem 0 0.5rem; }
ul { padding-left: 1.25rem; overflow-wrap: anywhere; }
button, .button {
  display: block;
  box-sizing: border-box;
  width: 100%;
  min-height: 48px;
  padding: 0.75rem 1rem;
  border: 0;
  border-radius: 12px;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  color: light-dark(#fffefb, #1c1915);
  background: light-dark(#211d18, #f1ebe1);
}
:focus-visible { outline: 3px solid light-dark(#b2610a, #f2b665); outline-offset: 2px; }
`;
