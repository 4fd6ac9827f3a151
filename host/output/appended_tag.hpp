// The tag of VTK files that separates their header from their values.
#pragma once

namespace slipflow::output {

/// Inserts blanks in a file that VTK has written, so that ParaView finds the end of its tag
/// AppendedData with each version of Expat. VTK's reader (in ParaView 5.11 of Debian 12, for
/// example) passes a file on to Expat in blocks of 4096 bytes, and from the name of this tag on in
/// pieces: at the end of a block byte by byte. Expat 2.6, and Debian's 2.5 since its security
/// fixes, parses a tag without an end again only when its text is twice as long. So the name has to
/// end with a block (13 bytes, then 26, then 52), and the > has to follow it after 25 to 37 bytes.
/// Otherwise VTK takes the values for a part of the header, and ParaView says "not well-formed
/// (invalid token)". Returns 0 or the error number.
int insert_tag_blanks(int descriptor);

}  // namespace slipflow::output
