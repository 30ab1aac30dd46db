; The installation's folder in the Path of the user or of the computer.
;
; By the Windows API: a string of NSIS ends at 1,024 characters, and a longer Path would be cut. The text is looked at as
; ";a;b;", so that an entry is found whole. What cannot be read is left alone.

; A Path has 32,767 characters at most; the rest is for our entry.
!define PATH_BYTES 65534
!define PATH_ROOM 70000

!define REG_SZ 1
!define REG_EXPAND_SZ 2
!define NOT_FOUND 2
!define READ_AND_WRITE 0x2011F
; As signed numbers, which become the right pointers.
!define HANDLE_OF_USER -2147483647
!define HANDLE_OF_COMPUTER -2147483646

!macro PathFunctions un
  ; $1: the key, $2: the buffer, $3: the type of the value, $4: "yes" when the buffer holds the Path
  Function ${un}ReadPath
    StrCpy $4 ""
    StrCpy $5 ${HANDLE_OF_USER}
    StrCpy $6 "Environment"
    ${If} $Scope == "everyone"
      StrCpy $5 ${HANDLE_OF_COMPUTER}
      StrCpy $6 "SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
    ${EndIf}
    System::Call 'advapi32::RegOpenKeyExW(p r5, w r6, i 0, i ${READ_AND_WRITE}, *p .r1) i .r0'
    ${If} $0 <> 0
      Return
    ${EndIf}
    ; All zeros, so that the text has an end.
    System::Alloc ${PATH_ROOM}
    Pop $2
    System::Call 'kernel32::lstrcpyW(p r2, w ";")'
    IntPtrOp $5 $2 + 2
    System::Call 'advapi32::RegQueryValueExW(p r1, w "Path", p 0, *i .r3, p r5, *i ${PATH_BYTES} r6) i .r0'
    ${If} $0 = ${NOT_FOUND}
      StrCpy $3 ${REG_EXPAND_SZ}
      StrCpy $4 "yes"
    ${ElseIf} $0 = 0
      ${If} $3 = ${REG_SZ}
      ${OrIf} $3 = ${REG_EXPAND_SZ}
        StrCpy $4 "yes"
        System::Call 'kernel32::lstrlenW(p r2) i .r0'
        ${If} $0 > 1
          System::Call 'kernel32::lstrcatW(p r2, w ";")'
        ${EndIf}
      ${EndIf}
    ${EndIf}
  FunctionEnd

  ; $5: where our entry begins, with its ";"; or 0
  Function ${un}FindInPath
    System::Call 'shlwapi::StrStrIW(p r2, w ";$INSTDIR;") p .r5'
  FunctionEnd

  ; Without the ";" at both ends. An empty Path is none.
  Function ${un}WritePath
    System::Call 'kernel32::lstrlenW(p r2) i .r0'
    ${If} $0 <= 1
      System::Call 'advapi32::RegDeleteValueW(p r1, w "Path")'
    ${Else}
      IntOp $6 $0 - 1
      IntOp $6 $6 * 2
      IntPtrOp $5 $2 + $6
      System::Call '*$5(&i2 0)'
      IntPtrOp $5 $2 + 2
      ; $6 is now the length in bytes with the zero at the end.
      System::Call 'advapi32::RegSetValueExW(p r1, w "Path", i 0, i r3, p r5, i r6)'
    ${EndIf}
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
  FunctionEnd

  Function ${un}ClosePath
    ${If} $2 <> 0
      System::Free $2
    ${EndIf}
    ${If} $1 <> 0
      System::Call 'advapi32::RegCloseKey(p r1)'
    ${EndIf}
  FunctionEnd
!macroend
!insertmacro PathFunctions ""
!insertmacro PathFunctions "un."

!macro AddToPath
  StrCpy $1 0
  StrCpy $2 0
  Call ReadPath
  ${If} $4 == "yes"
    Call FindInPath
    ${If} $5 = 0
      System::Call 'kernel32::lstrcatW(p r2, w "$INSTDIR;")'
      Call WritePath
    ${EndIf}
  ${EndIf}
  Call ClosePath
!macroend

!macro RemoveFromPath
  StrCpy $1 0
  StrCpy $2 0
  Call un.ReadPath
  ${If} $4 == "yes"
    Call un.FindInPath
    ${If} $5 <> 0
      ; What follows, its zero included, moves over our entry.
      StrLen $6 ";$INSTDIR"
      IntOp $6 $6 * 2
      IntPtrOp $7 $5 + $6
      System::Call 'kernel32::lstrlenW(p r7) i .r6'
      IntOp $6 $6 + 1
      IntOp $6 $6 * 2
      System::Call 'ntdll::RtlMoveMemory(p r5, p r7, p r6)'
      Call un.WritePath
    ${EndIf}
  ${EndIf}
  Call un.ClosePath
!macroend
