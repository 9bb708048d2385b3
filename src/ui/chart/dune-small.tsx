/** The small dune of empty states; decorative. */
export const DuneSmall = () => (
  <svg
    className="dune-s"
    viewBox="0 0 120 56"
    width="120"
    height="56"
    aria-hidden="true"
    focusable="false"
  >
    <path d="M2 52C30 50 52 18 72 8C80 26 94 42 118 46M2 54C34 53 56 28 71 18C79 34 94 48 118 51M14 54C40 52 58 38 70 28C78 42 92 52 112 54M36 54C50 52 62 46 69 39C75 47 84 53 94 54" />
  </svg>
);
