import '#ui/kit/tokens.css';
import '#ui/kit/kit.css';

// Half of a transition has neither the colours nor the places that a test is about.
document.head.insertAdjacentHTML(
  'beforeend',
  '<style>*, ::before, ::after { transition: none !important; animation: none !important }</style>',
);
